/// What the parser's script for bash lacks: words that have a sign at which bash divides them, such as
/// `account=personal`.
enum BashCompletion {
  /// The script that completes a program in bash.
  ///
  /// - Parameters:
  ///   - script: the parser's, whose function for the whole command line is named after the program.
  ///   - program: the program's name.
  /// - Returns: the script with another function around that one.
  static func script(_ script: String, of program: String) -> String {
    #"""
    \#(script)

    # bash divides words at “=” and “:” too, and replaces only what is behind the last of them: here words
    # are whole again, and of what is offered the part is left out that bash keeps.
    _\#(program)_with_whole_words() {
        local line="${COMP_LINE}" piece before=''
        local -a words=()
        local -i index place=0
        for index in "${!COMP_WORDS[@]}"; do
            piece="${COMP_WORDS[index]}"
            if [[ ${index} -eq 0 || "${line}" = [[:space:]]*
                || "${COMP_WORDS[index - 1]}${piece}" != *[=:]* ]]; then
                words+=('')
            fi
            if [[ ${index} -eq ${COMP_CWORD} ]]; then
                place=$((${#words[@]} - 1))
                before="${words[place]}"
                # Behind a sign nothing has been typed yet.
                [[ -z "${2}" ]] && before+="${piece}"
            fi
            words[${#words[@]} - 1]+="${piece}"
            line="${line#*"${piece}"}"
        done
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD=${place}
        local -r option="${words[place - 1]}"

        _\#(program) "${1}" "${before}${2}" "${option}"

        COMPREPLY=("${COMPREPLY[@]#"${before}"}")
        if [[ "${option}" = --answer && ${#COMPREPLY[@]} -gt 0 ]]; then
            # They are not names of files, in which bash writes a backslash before “=”.
            compopt +o filenames
            [[ "${before}${COMPREPLY[0]}" = *= ]] && compopt -o nospace
            for index in "${!COMPREPLY[@]}"; do
                [[ -n "${COMPREPLY[index]}" ]] && printf -v 'COMPREPLY[index]' %q "${COMPREPLY[index]}"
            done
        fi
    }
    complete -o filenames -F _\#(program)_with_whole_words \#(program)
    """#
  }
}
