import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '#test/support/program.ts'

const module = pathToFileURL(join(process.cwd(), 'server/process/use-bundled-node.ts')).href

/** Reports an old version until the process is replaced. */
const preload = (version: string) =>
  `data:text/javascript,${encodeURIComponent(`
    if (!process.env.REPLACED) {
      Object.defineProperty(process.versions, 'node', { value: '${version}' })
      process.env.REPLACED = 'yes'
    }`)}`

const script = `
  const { useBundledNode } = await import(${JSON.stringify(module)})
  useBundledNode()
  console.log(JSON.stringify([process.versions.node, process.argv.slice(1), process.execArgv.includes('--stack-size=900')]))`

async function runWith(version: string) {
  const flags = ['--stack-size=900', '--import', preload(version), '--input-type=module', '-e', script, 'word']
  await using program = runProgram([process.execPath, ...flags], {})
  return JSON.parse((await program.result).stdout)
}

test.skipIf(process.platform !== 'linux')(
  'a vulnerable Node is replaced by the installed one with its flags',
  async () => {
    const { version } = process
    expect(await runWith('24.21.0')).toEqual([version.slice(1), ['word'], true])
  },
)

test('a Node without a vulnerability stays', async () => {
  expect(await runWith('99.0.0')).toEqual(['99.0.0', ['word'], true])
})
