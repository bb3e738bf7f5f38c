import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { SHEBANG } from '../../packaging/manifests.ts'

test('all commands that start the shop have the same V8 flags', () => {
  const page = readFileSync('docs/start/production.md', 'utf8').replace(/\\\n\s*/g, '')
  const documented = Array.from(
    page.matchAll(/^.*node_modules\/\.bin\/node --.* server\/\w+\.[jt]s$/gm),
    ([line]) => line,
  )
  expect(documented).toHaveLength(2)
  const containers = ['Dockerfile', 'compose.yaml'].flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/\[(["']node["'], ["']--.*)\]/g), ([, words = '']) =>
      words.replace(/["',]+/g, ' '),
    ),
  )
  expect(containers).toHaveLength(2)
  const { start, worker } = packageJson.scripts
  const flagsOf = (command: string) => command.split(' ').filter((word) => word.startsWith('--'))
  for (const command of [worker, SHEBANG, ...documented, ...containers])
    expect(flagsOf(command), command).toEqual(flagsOf(start))
})
