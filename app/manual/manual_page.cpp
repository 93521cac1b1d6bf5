#include "app/manual/manual_page.hpp"

#include <fmt/format.h>

#include <cctype>

namespace fockproxy {
namespace {

// A line of plain text: nothing in it is a request or an escape.
std::string plain(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') escaped += "\\e";
    else if (c == '-') escaped += "\\-";
    else if (c == '\'') escaped += "\\(aq";
    else escaped += c;
  }
  return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string names_in_bold(const OptionText& option) {
  std::string all;
  for (const std::string& name : option.names) all += fmt::format("{}\\fB{}\\fR", all.empty() ? "" : ", ", plain(name));
  if (option.takes_value && !option.positional) all += " \\fIvalue\\fR";
  return all;
}

std::string entry(const OptionText& option) {
  const std::string initial = option.initial.empty() ? "" : fmt::format(" [{}]", option.initial);
  return fmt::format(".TP\n{}\n{}\n", names_in_bold(option), plain(option.meaning + initial));
}

// Options under their headings, in the order in which they were added.
std::string entries(const CommandText& command) {
  std::string text, heading;
  for (const OptionText& option : command.options) {
    if (option.names.back() == "--help") continue;
    const bool ours = option.heading != "Options" && option.heading != "OPTIONS";
    if (ours && option.heading != heading) text += fmt::format(".PP\n.I {}\n", plain(option.heading));
    heading = ours ? option.heading : "";
    text += entry(option);
  }
  return text;
}

std::string operands(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options)
    if (option.positional) text += fmt::format(" [\\fI{}\\fR]", plain(option.names.front()));
  return text;
}

constexpr const char* ending = R"(.SH EXIT STATUS
.TP
.B 0
what was asked for, verified
.TP
.B 1
no trustworthy result: verification failed, not converged, this stack computes wrongly, or a rank failed
.TP
.B 2
wrong usage or input, or something that this MPI refuses
.TP
.B 3
no progress within the time of \-\-stall\-timeout
.TP
.B 143, 130
ended by SIGTERM or SIGINT, where the launcher lets it through
.SH ENVIRONMENT
.TP
.B FOCKPROXY_DATA
the folder that holds molecules/ and basis/, where they are not found beside the program
.TP
.B FOCKPROXY_MPI
in the package for any Linux: abi, mpich or openmpi, a binary interface that the MPI library must have, or the path of
a library, as with \-\-mpi\-library
.SH SEE ALSO
.BR mpiexec (1)
)";

}  // namespace

std::string manual_page(const CommandText& program, const std::string& version) {
  std::string text =
      fmt::format(".\\\" Written by fockproxy --man.\n.TH FOCKPROXY 1 \"\" \"fockproxy {}\"\n", plain(version));
  text += fmt::format(".SH NAME\nfockproxy \\- {}\n.SH SYNOPSIS\n", plain(program.summary));
  for (const CommandText& command : program.subcommands)
    text += fmt::format(".br\n[\\fBmpiexec \\-n\\fR \\fIranks\\fR] \\fBfockproxy {}\\fR{} [\\fIoptions\\fR]\n",
                        plain(command.name), operands(command));
  text += fmt::format(
      ".SH DESCRIPTION\nWhat an MPI library, and Global Arrays on it, cost a Hartree\\-Fock Fock builder: "
      "real integrals, six one\\-sided communications a task, every result verified.\n"
      ".B fockproxy quickstart\nis where to begin.\n{}",
      entries(program));
  for (const CommandText& command : program.subcommands)
    text += fmt::format(".SH {}\n\\fBfockproxy {}\\fR: {}\n{}", plain(upper(command.name)), plain(command.name),
                        plain(command.summary), entries(command));
  return text + ending;
}

}  // namespace fockproxy
