import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidData } from '#entities/errors.ts'
import { isFileKey, isPublicFile, newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'

describe('invalid keys', () => {
  test.each([
    '',
    '/',
    '.',
    '..',
    '../package.json',
    'public/../../package.json',
    'public/..',
    'public//x',
    '/etc/passwd',
    'public/x/',
    'public\\..\\x',
    'public/.hidden',
    '.incoming/x',
    'public/x\0.png',
    'public/x\n.png',
    'public/x y.png',
    'public/%2e%2e/x',
    'public/x?y',
    'public/\u202Egnp.exe',
    'public/．．/x',
    'public/e\u0301.png',
    'public/ﬁle.png',
    `public/${'x'.repeat(400)}`,
  ])('the key %j is rejected', (text) => {
    expect(() => parseFileKey(text)).toThrow(
      new InvalidData('file_key is not valid. Use a file_key that the shop returned.'),
    )
  })
})

describe('new keys', () => {
  test.each([
    ['tea.png', /^public\/tea-\w{26}\.png$/],
    ['Tea & Coffee (2).PNG', /^public\/Tea-Coffee-2-\w{26}\.png$/],
    ['../../etc/passwd', /^public\/passwd-\w{26}$/],
    ['C:\\photos\\tea.jpg', /^public\/tea-\w{26}\.jpg$/],
    ['Grüner Tee.webp', /^public\/Grüner-Tee-\w{26}\.webp$/],
    ['緑茶.png', /^public\/緑茶-\w{26}\.png$/],
    ['चाय.png', /^public\/चाय-\w{26}\.png$/],
    ['.htaccess', /^public\/htaccess-\w{26}$/],
    ['archive.tar.gz', /^public\/archive-tar-\w{26}\.gz$/],
    ['\u202Etea\u0000\u200B.png', /^public\/tea-\w{26}\.png$/],
    ['..', /^public\/file-\w{26}$/],
    ['', /^public\/file-\w{26}$/],
    ['x'.repeat(500), /^public\/x{40}-\w{26}$/],
  ])('a key contains the safe part of the file name %j', (name, expected) => {
    expect(newFileKey('public', name)).toMatch(expected)
  })

  test('a new key is valid, unique and inside its folder for any file name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const keys = [newFileKey('protected', name), newFileKey('protected', name)]
        expect(new Set(keys).size).toBe(2)
        for (const key of keys) {
          expect(isFileKey(key)).toBe(true)
          expect(key.split('/')).toHaveLength(2)
          expect(Buffer.byteLength(key)).toBeLessThan(240)
        }
      }),
    )
  })
})

test('only keys below public/ are public', () => {
  const keys = ['public/x', 'protected/x', 'exports/public/x', 'publicly/x', 'Public/x'].map(parseFileKey)
  expect(keys.filter(isPublicFile)).toEqual(['public/x'])
})
