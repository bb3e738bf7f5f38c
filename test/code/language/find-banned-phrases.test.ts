import { describe, expect, test } from 'vitest'
import { findBannedPhrases } from './find-banned-phrases.ts'

/* language-check off */

const phrasesIn = (source: string, file = 'example.ts') =>
  findBannedPhrases(file, source).map(({ line, phrase }) => `${line} ${phrase}`)

describe('a TypeScript file', () => {
  test.each([
    ['a line comment', '// Nobody waits\n', ['1 Nobody']],
    ['each line of a block comment', '/**\n * Locks the row.\n * It is gone\n * anew.\n */\n', ['3 is gone', '4 anew']],
    ['a phrase that continues on the next line', '/*\n * The row is\n * there.\n */', ['2 is there']],
    ['a string', "throw new Error('Nobody is logged in')", ['1 Nobody']],
    ['a template string', 'log(`X pieces of which one is left`)', ['1 of which', '1 pieces']],
    ['a string in a template string', `log(\`a \${f('who is it now')}\`)`, ['1 who']],
  ])('the check of a TypeScript file reports banned phrases in %s', (_, source, phrases) => {
    expect(phrasesIn(source).toSorted()).toEqual(phrases.toSorted())
  })

  test.each([
    ['names', 'const nobody = told.pieces'],
    ['strings of one or two words', "const kind = 'no more'"],
    ['SQL', "execute('select pieces from parcel where gone is null')"],
    ['code in a comment', '// `nobody` is a column\n'],
    ['plain text', '/** Returns the cart. An administrator who is logged in can read it. */'],
    ['text between the markers', '// language-check off\n// nobody\n// language-check on\n'],
  ])('the check of a TypeScript file ignores %s', (_, source) => {
    expect(phrasesIn(source)).toEqual([])
  })

  test('a TypeScript file is checked again after the markers', () => {
    expect(phrasesIn('// language-check off\n// nobody\n// language-check on\n// nobody\n')).toEqual(['4 nobody'])
  })
})

/* language-check off */

test('a Markdown file is checked without its code', () => {
  const source = 'Nobody, `nobody`\n\n```sh\nnobody\n```\n\nThe lock is gone.\n'
  expect(phrasesIn(source, 'page.md')).toEqual(['1 Nobody', '7 is gone'])
})

test('a reported phrase comes with a replacement', () => {
  expect(findBannedPhrases('page.md', 'Mend it.')).toEqual([
    { line: 1, phrase: 'Mend', replacement: 'fix, repair, correct' },
  ])
})
