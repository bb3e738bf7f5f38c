import type { Field } from '#entities/platform/field/field.ts'

const MAX_INTEGER = 2_147_483_647

const TEXTS = [
  ...[
    '',
    ' ',
    'A text',
    "O'Neill; drop table nothing; --",
    'e\u0301 and \u00e9',
    '💥👩‍👩‍👧',
    '\u202egnp.exe',
    '\ufeff\u200b',
  ],
  ...[
    '\\',
    '%',
    '%zz',
    '$1',
    '{1,2}',
    '{"a":1}',
    'null',
    'NULL',
    'true',
    '0',
    '-1',
    '1e400',
    'NaN',
    '__proto__',
    'a,b;c\td',
  ],
  ...['line\r\nbreak', '<script>1</script>', '=1+1', '\ud800', 'a\0b', '２０２６', 'ß', 'İ', '../..', '[', '('],
]

const DAYS = [
  '2024-02-29',
  '2026-02-30',
  '0001-01-01',
  '0000-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-13-01',
  '',
  'today',
]

const TIMES = [
  '1970-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
]

const FILES = [
  ...['public/missing-01K.png', 'protected/missing-01K.pdf', 'public/../protected/x.pdf', 'private/x.csv', 'public/'],
  ...[
    'https://example.com/x.png',
    'http://169.254.169.254/latest',
    'javascript:alert(1)',
    'data:text/html,x',
    '/etc/passwd',
  ],
]

const JSON_VALUES: readonly unknown[] = [
  {},
  [],
  null,
  'text',
  0,
  true,
  { __proto__: null, constructor: 1 },
  { a: '\0' },
  { a: '\ud800' },
  [[[[[[]]]]]],
]

/** Values of the type of the field and its neighbours. The rules of the field refuse some of them. */
export function nastyValues({ type, rules }: Field): readonly unknown[] {
  const { min, max, maxLength, maxSize, values, element, example } = rules
  const bounds = [min, max].filter((bound) => bound !== undefined)
  switch (type) {
    case 'text':
      return [
        ...TEXTS,
        ...(example === undefined ? [] : [example]),
        'x'.repeat(maxLength),
        'x'.repeat(maxLength + 1),
        '💥'.repeat(maxLength),
        1,
        {},
        [],
      ]
    case 'enum':
      return [...values, '', 'none of them', values[0]?.toUpperCase(), 1, []]
    case 'integer':
    case 'money':
      return [
        ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]),
        ...[0, -0, 1, -1, 0.5, MAX_INTEGER, -MAX_INTEGER, MAX_INTEGER + 1, -MAX_INTEGER - 1, 2 ** 53, 1e300, '1', ''],
      ]
    case 'number':
      return [...bounds, 0, -0, 0.1, -0.3, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53 + 2, 1 / 3, '1', true]
    case 'boolean':
      return [true, false, 'true', 1, 0, '']
    case 'date':
      return [...DAYS, 0]
    case 'datetime':
      return [...TIMES.map((time) => new Date(time)), new Date(8.64e15), new Date(-8.64e15), '2026-02-30', '', 'now']
    case 'list':
      return [
        ...[[], [null], 'text', {}],
        ...(element ? nastyValues(element).map((value) => [value, value]) : []),
        ...[maxSize, maxSize + 1].map((size) => Array.from({ length: size }, () => nastyValues(element!)[2])),
      ]
    case 'relation':
      return [...TEXTS, 'cus_00000000000000000000000000', 'x'.repeat(200), 'x'.repeat(201), 1, {}, []]
    case 'file':
      return [...TEXTS, ...FILES, 'public/x'.repeat(60), 1, {}, []]
    case 'json':
      return [...JSON_VALUES, 'x'.repeat(maxSize + 1)]
  }
}
