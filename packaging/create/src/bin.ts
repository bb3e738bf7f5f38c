#!/usr/bin/env node
import { relative, resolve } from 'node:path'
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { createProject, isStorefront } from './create-project.ts'

/* The command `create-cartwright`. Node 20 runs it. It asks a question only in a terminal. */

const DEFAULT_FOLDER = 'my-shop'
const HELP = `Creates a Cartwright shop in a new folder.

  create-cartwright [folder]    default: ${DEFAULT_FOLDER}

  --storefront react            adds a storefront in React, instead of the storefront that the shop serves`

async function askForFolder(): Promise<string> {
  if (!stdin.isTTY || !stdout.isTTY) return DEFAULT_FOLDER
  const terminal = createInterface({ input: stdin, output: stdout })
  const answer = await terminal.question(`Folder of the shop (${DEFAULT_FOLDER}): `)
  terminal.close()
  return answer.trim() || DEFAULT_FOLDER
}

const quoted = (path: string): string => (/\s/.test(path) ? `"${path}"` : path)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, storefront: { type: 'string' } },
  })
  if (values.help) return console.log(HELP)
  const folder = resolve(positionals[0] ?? (await askForFolder()))
  const { storefront } = values
  if (storefront !== undefined && !isStorefront(storefront))
    throw new Error(`There is no storefront ${storefront}. Use --storefront react, or leave it out.`)
  createProject(folder, storefront)
  const path = quoted(relative('', folder))
  console.log(`Created a shop in ${path || 'this folder'}. Next steps:
${path && `\n  cd ${path}`}
  npm install
  npm start        the shop runs at http://localhost:9000
${storefront ? '  npm run dev --workspace storefront        the storefront, at http://localhost:8000\n' : ''}  npm test         the tests of the example plugin

README.md lists all commands. AGENTS.md describes the project for coding agents.`)
}

await main().catch((error: Error) => {
  console.error(`create-cartwright: ${error.message}`)
  process.exitCode = 1
})
