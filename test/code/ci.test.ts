import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

/** Replaces npm. The tests write their report to the file that `.ci/run` names. */
const NPM = `#!/bin/sh
case "$*" in
  'run check') echo 'output of the checks'; exit "$CHECK" ;;
  'run test:all'*) [ -z "$REPORT" ] || echo "$REPORT" > "\${6#--outputFile.json=}"; exit "$TESTS" ;;
esac
`
const FAILED_FILE = '{"status":"failed","assertionResults":[]}'
const reportOf = (failed: number, files = '') =>
  `{"numPassedTests":5,"numFailedTests":${failed},"testResults":[${files}]}`

test.each([
  ['with passed tests and checks', { check: 0, tests: 0, report: reportOf(0) }, [0, '5 passed, 0 failed']],
  ['with a failed check', { check: 3, tests: 0, report: reportOf(0) }, [3, '5 passed, 1 failed']],
  ['with failed tests', { check: 0, tests: 1, report: reportOf(2) }, [1, '5 passed, 2 failed']],
  [
    'with a file that cannot be loaded',
    { check: 0, tests: 1, report: reportOf(0, FAILED_FILE) },
    [1, '5 passed, 1 failed'],
  ],
  ['without a report', { check: 0, tests: 1, report: '' }, [1, '0 passed, 1 failed']],
])('a run of the CI %s ends with its result', (_, { check, tests, report }, expected) => {
  using folder = scratchDirectory()
  for (const name of ['.ci', 'bin']) mkdirSync(join(folder.path, name))
  copyFileSync('.ci/run', join(folder.path, '.ci/run'))
  writeFileSync(join(folder.path, 'bin/npm'), NPM, { mode: 0o755 })
  const PATH = `${join(folder.path, 'bin')}:${process.env.PATH}`
  const env = { ...process.env, PATH, CHECK: String(check), TESTS: String(tests), REPORT: report }
  const { status, stdout } = spawnSync('bash', [join(folder.path, '.ci/run')], { env, encoding: 'utf8' })
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual(expected)
  expect(stdout).toContain('output of the checks')
})
