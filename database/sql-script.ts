const TOKENS = new RegExp(
  [
    String.raw`\$([a-z_]\w*)?\$[\s\S]*?\$\1\$`,
    String.raw`\be'(?:[^'\\]|\\[\s\S]|'')*'`,
    String.raw`'(?:[^']|'')*'`,
    String.raw`"(?:[^"]|"")*"`,
    String.raw`--[^\n]*`,
    String.raw`/\*[\s\S]*?\*/`,
    ';',
  ].join('|'),
  'gi',
)

/** Whether the script has a function in standard SQL or a rule. They contain commands without quotes. */
export const hasInnerCommands = (script: string): boolean =>
  /\bbegin\s+atomic\b|\bcreate\s+(or\s+replace\s+)?rule\b/i.test(script)

/**
 * Divides a script at the semicolons outside of texts, names, comments and function bodies in quotes. A distributed engine
 * sends each command to the node of its table, so one text must have one command. Returns none for a script with inner commands,
 * because their semicolons are inside of a command.
 */
export function commandsOf(script: string): string[] {
  if (hasInnerCommands(script.replaceAll(TOKENS, (token) => (token === ';' ? token : ' ')))) return []
  const commands: string[] = []
  let start = 0
  for (const { 0: token, index } of script.matchAll(TOKENS)) {
    if (token !== ';') continue
    commands.push(script.slice(start, index))
    start = index + 1
  }
  commands.push(script.slice(start))
  return commands.map((command) => command.trim()).filter((command) => withoutComments(command) !== '')
}

const withoutComments = (command: string): string => command.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim()
