# Asks the configuration whether it supports the host compiler ID VERSION.
include(${CMAKE_CURRENT_LIST_DIR}/../../engine/cmake/supported_versions.cmake)
starling_require_host_compiler(${ID} ${VERSION})
message("accepted")
