import { readFileSync } from 'node:fs'

/** A fenced code block of a page. */
export interface CodeBlock {
  page: string
  /** The line of the opening fence. */
  line: number
  language: string
  code: string
}

export function codeBlocksOf(page: string): CodeBlock[] {
  const text = readFileSync(page, 'utf8')
  return Array.from(text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), ({ index, 1: language = '', 2: code = '' }) => ({
    page,
    line: text.slice(0, index).split('\n').length,
    language,
    code,
  }))
}

/** A change of one file, as a block of a tutorial states it. */
export interface FileChange {
  file: string
  /** Returns the new content. `before` is the present content, or `undefined` if the file does not exist. */
  apply(before: string | undefined): string
}

/**
 * Reads a change from a block. A `ts` block that begins with `// path/of/file.ts` is a new file. A `diff` block begins with
 * `--- path/of/file.ts` and has hunks that begin with `@@`. Other blocks change nothing.
 */
export function fileChangeOf({ page, line, language, code }: CodeBlock): FileChange | undefined {
  const where = `${page}:${line}`
  const [first = '', ...rest] = code.split('\n')
  if (language === 'ts' && /^\/\/ \S+\.ts$/.test(first)) {
    return {
      file: first.slice(3),
      apply(before) {
        if (before !== undefined) throw new Error(`${where} creates ${first.slice(3)}, which exists`)
        return rest.join('\n')
      },
    }
  }
  if (language !== 'diff') return undefined
  const file = /^--- (\S+)$/.exec(first)?.[1]
  if (!file) throw new Error(`${where} does not begin with "--- path/of/file.ts"`)
  const hunks = rest
    .join('\n')
    .split(/^@@.*\n/m)
    .slice(1)
  return { file, apply: (before) => hunks.reduce((text, hunk) => applyHunk(text, hunk, where), before ?? '') }
}

function applyHunk(text: string, hunk: string, where: string): string {
  const lines = hunk.replace(/\n$/, '').split('\n')
  const side = (skipped: string) =>
    lines.filter((line) => !line.startsWith(skipped)).map((line) => `${line.slice(1)}\n`)
  const before = side('+').join('')
  const found = text.split(before).length - 1
  if (found !== 1) throw new Error(`${where}: the file contains these lines ${found} times instead of once:\n${before}`)
  return text.replace(before, () => side('-').join(''))
}
