# The compiler for GPUs of NVIDIA. FOCKPROXY_NVCC may name another one; by default scripts/cuda installs it from PyPI.
if(NOT FOCKPROXY_NVCC)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/cuda OUTPUT_VARIABLE nvcc RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "fockproxy: scripts/cuda could not install nvcc; its message is above. FOCKPROXY_NVCC may name "
      "an nvcc of CUDA 13.")
  endif()
  set(FOCKPROXY_NVCC ${nvcc} CACHE FILEPATH "nvcc, for FOCKPROXY_CUDA" FORCE)
endif()
message(STATUS "fockproxy: kernels for GPUs by ${FOCKPROXY_NVCC}")

# fockproxy_gpu_kernels(kernel/team.cu file.fatbin)
# Compiles kernels for GPUs of compute capability 9.0, and as PTX of 8.0, which the driver compiles for others. What the
# compiler says of the registers of each kernel is left in file.fatbin.log, for tests/gpu.
function(fockproxy_gpu_kernels source image)
  add_custom_command(OUTPUT ${image}
    # In a file, and on the screen only if the compilation fails.
    COMMAND sh -c "\"$@\" >${image}.log 2>&1 || { cat ${image}.log; exit 1; }" sh
      ${FOCKPROXY_NVCC} -fatbin -std=c++20 --expt-relaxed-constexpr --resource-usage -diag-suppress 1675
      -ccbin ${CMAKE_CXX_COMPILER} -gencode arch=compute_90,code=sm_90 -gencode arch=compute_80,code=compute_80
      -I${PROJECT_SOURCE_DIR}/lib -MD -MF ${image}.d -MT ${image} -o ${image} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${source} DEPFILE ${image}.d
    COMMENT "Compiling ${source} for GPUs" VERBATIM)
endfunction()
