import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs `shop` with the parameters. Returns its output. */
export async function runShopCommand(
  environment: Readonly<Record<string, string>>,
  parameters: readonly string[],
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli.ts', ...parameters], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, ...environment },
  })
  return stdout
}
