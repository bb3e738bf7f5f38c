import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openRunDirectory } from '#server/testing/run-directory.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runProgram } from '#test/support/program.ts'

const RUN = `
  const { useTestPostgres } = await import('#server/testing/test-postgres.ts')
  console.log((await useTestPostgres()).url)
  setInterval(() => {}, 1000)`

test('the next run stops the server and deletes the directory of a killed run', async () => {
  await using run = runProgram([process.execPath, '--input-type=module', '--eval', RUN], {})
  const url = await run.waitFor(() => /^postgres.*(?=\n)/.exec(run.output())?.[0])
  const [{ data_directory: directory = '' } = {}] = await executeSql(url, 'show data_directory')
  expect(existsSync(directory)).toBe(true)
  run.child.kill('SIGKILL')
  await run.result
  await using _next = await openRunDirectory()
  expect(existsSync(directory)).toBe(false)
  await expect(executeSql(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})
