import { COMMAND_OPTIONS, COMMANDS, type CommandOption } from './command-options.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** @returns a script that teaches a shell the options, from the same table as --help */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const OPTIONS: readonly (readonly [string, CommandOption])[] = Object.entries(COMMAND_OPTIONS);
const COMMAND_NAMES = Object.keys(COMMANDS);

function bash(): string {
  const withChoices = OPTIONS.filter(([, { choices }]) => choices);
  const withValue = OPTIONS.filter(([, { value, choices }]) => value && !choices);
  return `_featherpress() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  case $previous in
${withChoices.map(([name, option]) => `    ${names(name, option).join('|')}) COMPREPLY=($(compgen -W "${option.choices!.join(' ')}" -- "$current")); return ;;`).join('\n')}
    completion) COMPREPLY=($(compgen -W "${SHELLS.join(' ')}" -- "$current")); return ;;
    ${withValue.flatMap(([name, option]) => names(name, option)).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "${OPTIONS.map(([name]) => `--${name}`).join(' ')}" -- "$current"))
  elif [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${COMMAND_NAMES.join(' ')}" -- "$current") $(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _featherpress featherpress
`;
}

function zsh(): string {
  const specs = OPTIONS.map(([name, { short, value, choices, text }]) => {
    const action = choices ? `:${value}:(${choices.join(' ')})` : value ? `:${value}:_files` : '';
    const described = `[${text.replace(/[[\]:]/g, '\\$&')}]${action}`;
    return short
      ? `'(-${short} --${name})'{-${short},--${name}}${quoted(described)}`
      : quoted(`--${name}${described}`);
  });
  return `#compdef featherpress
_featherpress() {
  if (( CURRENT == 3 )) && [[ $words[2] == completion ]]; then
    compadd ${SHELLS.join(' ')}
    return
  fi
  (( CURRENT == 2 )) && compadd ${COMMAND_NAMES.join(' ')}
  _arguments -s \\
    ${specs.join(' \\\n    ')} \\
    '*:file:_files'
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _featherpress "$@"; else compdef _featherpress featherpress; fi
`;
}

function fish(): string {
  const lines = OPTIONS.map(([name, { short, value, choices, text }]) =>
    [
      'complete -c featherpress',
      ...(short ? [`-s ${short}`] : []),
      `-l ${name}`,
      ...(choices ? ['-x', `-a ${quoted(choices.join(' '))}`] : value ? ['-r'] : []),
      `-d ${quoted(text)}`,
    ].join(' '),
  );
  const commands = COMMAND_NAMES.map(
    (name) =>
      `complete -c featherpress -n __fish_use_subcommand -a ${name} -d ${quoted(COMMANDS[name as keyof typeof COMMANDS].text)}`,
  );
  const shells = `complete -c featherpress -n '__fish_seen_subcommand_from completion' -x -a '${SHELLS.join(' ')}'`;
  return `${[...lines, ...commands, shells].join('\n')}\n`;
}

function names(name: string, { short }: CommandOption): string[] {
  return short ? [`-${short}`, `--${name}`] : [`--${name}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
