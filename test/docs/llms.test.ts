import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { llmsText } from '../../packaging/llms.ts'

test('llms.txt lists the pages of the guide. `npx vitest run test/docs/llms.test.ts --update` updates it', async () => {
  const text = llmsText(readFileSync('docs/README.md', 'utf8'))
  const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, path = '']) => path)
  expect(links.length).toBeGreaterThan(25)
  expect(links.filter((path) => !existsSync(path))).toEqual([])
  await expect(text).toMatchFileSnapshot('../../llms.txt')
})
