# What is changed in a copy of hartree-fock++.cc, so that its SCF stops where the other programs' do; the functions that
# compute are left alone. `peer` is declared in hartree_fock_peer.cpp.
#
# After the commutator's norm: note whether this iteration meets the criteria.
/rms_error *= *FD_comm/a\
      peer::note(iter, ehf - ehf_last, (X.transpose() * FD_comm * X).cwiseAbs().maxCoeff());
# The end of the loop: ask for that.
/} *while *(.*rms_error *> *conv/c\
    } while (!peer::converged && iter < maxiter);
# Before the result is printed: report it and leave out properties and forces.
/printf(.*Hartree-Fock energy/i\
    return peer::report(ehf + enuc);
