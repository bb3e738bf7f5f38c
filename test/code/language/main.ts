import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBannedPhrases } from './find-banned-phrases.ts'
import { MAX_PHRASES } from './max-phrases.ts'

/* Prints the banned phrases of each folder that has more of them than `MAX_PHRASES`. With folders as arguments, prints all of theirs. */

const root = join(import.meta.dirname, '../../..')
const requested = process.argv.slice(2)
let isFailed = false

for (const [folder, max] of Object.entries(MAX_PHRASES)) {
  const found = filesOf(folder)
    .filter((file) => requested.length === 0 || requested.some((path) => file.startsWith(path)))
    .flatMap((file) =>
      findBannedPhrases(file, readFileSync(join(root, file), 'utf8')).map((phrase) => ({ file, ...phrase })),
    )
  const isOver = found.length > max
  if (isOver || requested.length > 0)
    for (const { file, line, phrase, replacement } of found) console.log(`${file}:${line}: "${phrase}": ${replacement}`)
  if (isOver) console.log(`${folder} has ${found.length} banned phrases, and may have ${max}.`)
  else if (requested.length === 0 && found.length < max)
    console.log(`${folder} has ${found.length} banned phrases. Lower its maximum of ${max} in max-phrases.ts.`)
  isFailed ||= isOver
}
process.exitCode = isFailed ? 1 : 0

function filesOf(folder: string): string[] {
  const patterns = folder === 'root' ? ['*.ts', '*.md'] : [`${folder}/**/*.{ts,tsx}`, `${folder}/**/*.md`]
  return globSync(patterns, { cwd: root }).filter((file) => !/^CHANGELOG|^bench\/results/.test(file))
}
