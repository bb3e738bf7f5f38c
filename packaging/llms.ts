import { posix } from 'node:path'

const INTRODUCTION = `# Cartwright

> An online-store backend in TypeScript: typed tRPC procedures over MikroORM and PostgreSQL, with the REST API of Medusa v1.

[A project](docs/start/new-project.md) lists its plugins. Plugins add to the shop without a change of the core. Amounts of money are integers in
minor units. A running shop has its OpenAPI document at \`/openapi.json\`.
`

const LINK = /^(?:\d+\.|-) \[([^\]]+)\]\(([^)]+)\): (.+)$/

/** Returns the text of `llms.txt`, an index of the documentation for coding agents. `guide` is the text of `docs/README.md`. */
export function llmsText(guide: string): string {
  const lines = guide.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) return ['', line, '']
    const [, title, path = '', about] = LINK.exec(line) ?? []
    return title ? [`- [${title}](${posix.join('docs', path)}): ${about}`] : []
  })
  return `${INTRODUCTION + lines.join('\n')}\n`
}
