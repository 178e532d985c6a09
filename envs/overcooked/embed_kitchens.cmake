# cmake -D FOLDER=folder -D NAMES=name,... -D OUTPUT=file.cpp -P embed_kitchens.cmake
#
# Writes the files folder/name.txt into a C++ file that defines embedded_kitchens().

string(REPLACE "," ";" NAMES "${NAMES}")
file(WRITE ${OUTPUT} "// Made from the files of envs/overcooked/kitchens by embed_kitchens.cmake.
#include \"envs/overcooked/embedded_kitchens.hpp\"

namespace starling::envs::overcooked::detail {

std::span<const EmbeddedKitchen> embedded_kitchens() {
  static constexpr EmbeddedKitchen kitchens[] = {
")
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name}.txt text)
  file(APPEND ${OUTPUT} "      {\"${name}\", R\"kitchen(${text})kitchen\"},\n")
endforeach()
file(APPEND ${OUTPUT} "  };
  return kitchens;
}

}  // namespace starling::envs::overcooked::detail
")
