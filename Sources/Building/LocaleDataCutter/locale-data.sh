# Prints the options by which lld links ICU's data without what our programs do not look for, a third of it.
# Nothing is printed, and all of it is linked, if the toolchain has other tools or other data.
#
#     sh locale-data.sh SWIFT FOLDER

tools=$(dirname "$(command -v "$1")")
library=$tools/../lib/swift_static/linux/lib_FoundationICU.a
folder=$2
here=$(dirname "$0")

# The data is in a file of its own, under a name that has ICU's version.
make() {
  "$tools/llvm-ar" p "$library" icu_packaged_data.cpp.o > "$folder/whole.o" &&
    "$tools/llvm-nm" --defined-only --just-symbol-name "$folder/whole.o" > "$folder/name" &&
    "$tools/llvm-objcopy" -O binary --only-section=.rodata "$folder/whole.o" "$folder/whole.dat" &&
    "$tools/swiftc" -O -parse-as-library "$here"/*.swift -o "$folder/cutter" &&
    "$folder/cutter" "$folder/whole.dat" "$folder/cut.dat" &&
    printf '%s\n' '.section .rodata' '.globl flowline_locale_data' '.balign 64' \
      'flowline_locale_data:' ".incbin \"$folder/cut.dat\"" \
      '.section .note.GNU-stack, "", %progbits' > "$folder/cut.s" &&
    "$tools/clang" -c "$folder/cut.s" -o "$folder/cut.o" && mv "$folder/cut.o" "$folder/done.o"
}

for source in "$library" "$here"/*; do
  [ "$folder/done.o" -nt "$source" ] && continue
  mkdir -p "$folder" && rm -f "$folder/done.o"
  make > "$folder/log" 2>&1 || echo "All of ICU's data is linked: see $folder/log." >&2
  break
done

# What refers to the library's data is linked to ours, and what nothing refers to is left out.
if [ -e "$folder/done.o" ]; then
  echo "-Xlinker $folder/done.o -Xlinker --defsym=$(cat "$folder/name")=flowline_locale_data" \
    "-Xlinker --gc-sections"
fi
