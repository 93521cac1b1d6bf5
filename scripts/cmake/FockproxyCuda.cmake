# The compiler for GPUs of NVIDIA.
set(FOCKPROXY_NVCC "" CACHE FILEPATH "nvcc of CUDA 13, for FOCKPROXY_CUDA; empty: scripts/cuda installs it from PyPI")
set(fockproxy_nvcc ${FOCKPROXY_NVCC})
if(NOT fockproxy_nvcc)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/cuda OUTPUT_VARIABLE fockproxy_nvcc RESULT_VARIABLE status
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "fockproxy: scripts/cuda could not install nvcc; its message is above. FOCKPROXY_NVCC may name "
      "an nvcc of CUDA 13.")
  endif()
endif()
message(STATUS "fockproxy: kernels for GPUs by ${fockproxy_nvcc}")

# fockproxy_gpu_kernels(kernel/team_on_gpu.cu file.fatbin)
# Compiles kernels for GPUs of compute capability 9.0, and as PTX of 8.0, which the driver compiles for others. What the
# compiler says of the registers of each kernel is left in file.fatbin.log, for tests/gpu. On the screen it is only if the
# compilation fails. Warning 1675 is of the pragmas of GCC.
function(fockproxy_gpu_kernels source image)
  add_custom_command(OUTPUT ${image}
    COMMAND sh -c "\"$@\" >${image}.log 2>&1 || { cat ${image}.log; exit 1; }" sh
      ${fockproxy_nvcc} -fatbin -std=c++20 --expt-relaxed-constexpr --resource-usage -diag-suppress 1675
      -ccbin ${CMAKE_CXX_COMPILER} -gencode arch=compute_90,code=sm_90 -gencode arch=compute_80,code=compute_80
      -I${PROJECT_SOURCE_DIR}/lib -MD -MF ${image}.d -MT ${image} -o ${image} ${CMAKE_CURRENT_SOURCE_DIR}/${source}
    DEPENDS ${source} ${fockproxy_nvcc} DEPFILE ${image}.d
    COMMENT "Compiling ${source} for GPUs" VERBATIM)
endfunction()
