import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ProgramResult, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import type { FileChange } from './code-blocks.ts'

const COPIED = [
  'bench',
  'client',
  'console',
  'database',
  'docs',
  'entities',
  'plugins',
  'routers',
  'server',
  'test',
  'mikro-orm.config.ts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]

export interface ScratchProject extends Disposable {
  write(file: string, content: string): void
  change(change: FileChange): void
  /** Runs a program that is installed in `node_modules/.bin`, or `node`. */
  run(command: readonly [string, ...string[]], env?: Record<string, string>): Promise<ProgramResult>
}

/** Copies the project without its dependencies, which the copy shares. Disposal deletes the copy. */
export function copyProject(): ScratchProject {
  const scratch = scratchDirectory()
  const path = (file: string) => join(scratch.path, file)
  for (const name of COPIED) cpSync(name, path(name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), path('node_modules'))
  const write = (file: string, content: string) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), content)
  }
  return {
    write,
    change({ file, apply }) {
      write(file, apply(existsSync(path(file)) ? readFileSync(path(file), 'utf8') : undefined))
    },
    async run([program, ...args], env = {}) {
      const script = program === 'node' ? [] : [path(`node_modules/.bin/${program}`)]
      await using running = runProgram([process.execPath, ...script, ...args], env, scratch.path)
      return await running.result
    },
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  }
}
