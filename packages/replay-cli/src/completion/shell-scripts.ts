/**
 * The scripts that shells complete with. They are thin: what can stand at a place is asked of the program, so that a
 * script need not be made anew with every version. The program answers with a line for each word, what it means behind a
 * tab; or with the one line `:files`.
 */

/** The shells that completion is for. */
export const shells = ['bash', 'zsh', 'fish'] as const

/** One of the shells. */
export type Shell = (typeof shells)[number]

/** The line that stands for any file. */
export const anyFile = ':files'

const bash = `# Completion of todo-replay for bash. To have it in every shell, put this line into ~/.bashrc:
#   eval "$(todo-replay completion bash)"
_todo_replay() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ${anyFile} ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(todo-replay completion --line -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _todo_replay todo-replay
`

const zsh = `#compdef todo-replay
# Completion of todo-replay for zsh. To have it in every shell, put this line into ~/.zshrc, behind compinit:
#   eval "$(todo-replay completion zsh)"
_todo_replay() {
  local line word means
  local -a offered
  while IFS= read -r line; do
    if [[ $line == ${anyFile} ]]; then
      _files
      return
    fi
    word=\${\${line%%$'\\t'*}//:/\\\\:}
    means=\${line#*$'\\t'}
    offered+=("$word\${means:+:$means}")
  done < <(todo-replay completion --line -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe todo-replay offered
}
if [[ $funcstack[1] == _todo_replay ]]; then
  _todo_replay "$@"
else
  compdef _todo_replay todo-replay
fi
`

const fish = `# Completion of todo-replay for fish. To have it in every shell:
#   todo-replay completion fish > ~/.config/fish/completions/todo-replay.fish
function __todo_replay_complete
    set -l words (commandline -opc)
    set -e words[1]
    set -l offered (todo-replay completion --line -- $words (commandline -ct) 2>/dev/null)
    if test "$offered[1]" = ${anyFile}
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $offered
    end
end
complete -c todo-replay -f -a '(__todo_replay_complete)'
`

const scripts: { readonly [shell in Shell]: string } = { bash, zsh, fish }

/** The script for a shell. */
export function scriptFor(shell: Shell): string {
  return scripts[shell]
}
