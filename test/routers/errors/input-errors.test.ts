import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatInputErrors } from '#routers/errors/input-errors.ts'
import { Email, notEmpty, oneMarket, requiredEmail, requiredText } from '#routers/inputs/common.ts'
import { dateFilter, pagingParams, queryBoolean, queryList } from '#routers/inputs/query.ts'

const Kind = z.enum(['refund', 'replace'])
const Nested = z.strictObject({ value: z.number(), type: requiredText })

const cases: [schema: z.ZodRawShape, input: unknown, message: string][] = [
  // One rule
  [{ a: z.string() }, { a: 5 }, 'a must be a string'],
  [{ a: z.string() }, {}, 'a must be a string'],
  [{ a: z.string().nullish() }, { a: 5 }, 'a must be a string'],
  [{ a: z.boolean() }, { a: 'true' }, 'a must be a boolean value'],
  [{ a: z.int() }, { a: '2' }, 'a must be an integer number'],
  [{ a: z.int() }, { a: 1.5 }, 'a must be an integer number'],
  [{ a: z.int() }, { a: 1e300 }, 'a must be an integer number'],
  [{ a: z.number() }, { a: 'x' }, 'a must be a number conforming to the specified constraints'],
  [{ a: z.number().optional() }, { a: [] }, 'a must be a number conforming to the specified constraints'],
  [{ a: z.int().positive() }, { a: 0 }, 'a must be a positive number'],
  [{ a: z.int().positive() }, { a: -1 }, 'a must be a positive number'],
  [{ a: z.int().min(1) }, { a: 0 }, 'a must not be less than 1'],
  [{ a: z.int().max(9) }, { a: 10 }, 'a must not be greater than 9'],
  [{ a: z.date() }, { a: 'soon' }, 'a must be a Date instance'],
  [{ a: z.record(z.string(), z.unknown()) }, { a: 'x' }, 'a must be an object'],
  [{ a: z.record(z.string(), z.unknown()) }, { a: [] }, 'a must be an object'],
  [{ a: z.string().max(3) }, { a: 'long' }, 'a must be shorter than or equal to 3 characters'],
  // E-mail
  [{ a: Email }, { a: 'x' }, 'a must be an email'],
  [{ a: Email }, { a: 5 }, 'a must be an email'],
  [{ a: Email }, {}, 'a must be an email'],
  [{ a: Email }, { a: '' }, 'a must be an email'],
  [{ a: requiredEmail }, { a: 'x' }, 'a must be an email'],
  [{ a: requiredEmail }, {}, 'a should not be empty, a must be an email'],
  [{ a: requiredEmail }, { a: '' }, 'a should not be empty, a must be an email'],
  // Missing or empty
  [{ a: requiredText }, {}, 'a should not be empty, a must be a string'],
  [{ a: requiredText }, { a: null }, 'a should not be empty, a must be a string'],
  [{ a: requiredText }, { a: '' }, 'a should not be empty'],
  [{ a: requiredText }, { a: 5 }, 'a must be a string'],
  [
    { a: z.array(z.string()).min(1) },
    {},
    'each value in a must be a string, a should not be empty, a must be an array',
  ],
  [{ a: z.array(z.string()).min(1) }, { a: [] }, 'a should not be empty'],
  [{ a: z.int().check(notEmpty) }, {}, 'a should not be empty, a must be an integer number'],
  [{ a: z.int().check(notEmpty) }, { a: 'x' }, 'a must be an integer number'],
  [{ a: Nested }, {}, 'a should not be empty'],
  [{ a: Nested }, { a: null }, 'a should not be empty, nested property a must be either object or array'],
  // Words
  [{ a: Kind }, { a: 'x' }, 'a must be one of the following values: refund, replace'],
  [{ a: Kind }, {}, 'a must be one of the following values: refund, replace'],
  [{ a: z.array(Kind) }, { a: ['x'] }, 'each value in a must be one of the following values: refund, replace'],
  [{ a: z.literal('total') }, { a: 'x' }, 'a must be one of the following values: total'],
  // Lists
  [{ a: z.array(z.string()) }, { a: 'x' }, 'a must be an array'],
  [{ a: z.array(z.string()) }, { a: 5 }, 'each value in a must be a string, a must be an array'],
  [{ a: z.array(z.string()) }, {}, 'each value in a must be a string, a must be an array'],
  [{ a: z.array(z.string()) }, { a: [1] }, 'each value in a must be a string'],
  [{ a: z.array(z.string()) }, { a: [1, 'x', 2] }, 'each value in a must be a string'],
  [{ a: z.array(z.int()) }, { a: ['1'] }, 'each value in a must be an integer number'],
  // Nested
  [{ a: Nested }, { a: 5 }, 'nested property a must be either object or array'],
  [{ a: Nested.nullish() }, { a: 'x' }, 'nested property a must be either object or array'],
  [{ a: z.array(Nested) }, { a: [5] }, 'each value in nested property a must be either object or array'],
  [
    { a: z.array(Nested) },
    { a: 'x' },
    'a must be an array, each value in nested property a must be either object or array',
  ],
  [
    { a: z.array(Nested) },
    { a: null },
    'a must be an array, each value in nested property a must be either object or array',
  ],
  [{ a: z.array(Nested) }, {}, 'a must be an array'],
  [
    { a: z.array(Nested) },
    { a: { b: 1 } },
    'a must be an array, property b should not exist, value must be a number conforming to the specified constraints, ' +
      'type should not be empty, type must be a string',
  ],
  [
    { a: z.array(Nested) },
    { a: [{}, 5] },
    'value must be a number conforming to the specified constraints, type should not be empty, ' +
      'type must be a string, each value in nested property a must be either object or array',
  ],
  [{ a: Nested }, { a: { type: 'x' } }, 'value must be a number conforming to the specified constraints'],
  [{ a: z.array(Nested) }, { a: [{ value: 1, type: '' }] }, 'type should not be empty'],
  // Unknown properties
  [{ a: z.string() }, { a: 'x', b: 1 }, 'property b should not exist'],
  [{ a: z.string() }, { b: 1, c: 2 }, 'property b should not exist, property c should not exist, a must be a string'],
  [
    { a: z.string(), n: Nested, z: z.string() },
    { n: { type: 5, foo: 1 }, bar: 1 },
    'property bar should not exist, a must be a string, property foo should not exist, ' +
      'value must be a number conforming to the specified constraints, type must be a string, z must be a string',
  ],
  [
    { n: z.array(Nested) },
    {
      n: [
        { value: 'x', type: 'x', foo: 1 },
        { value: 1, type: 5, bar: 1 },
      ],
    },
    'property foo should not exist, value must be a number conforming to the specified constraints, ' +
      'property bar should not exist, type must be a string',
  ],
  // The order of the schema, not of the input
  [{ a: z.string(), b: z.string() }, { b: 1, a: 1 }, 'a must be a string, b must be a string'],
  // A rule of several properties applies next to their faults
  [
    {
      a: z.array(
        z.strictObject({ region_id: z.string().optional(), b: z.int() }).refine((one) => one.region_id, oneMarket),
      ),
    },
    { a: [{}] },
    'b must be an integer number, Failed XOR relation between "region_id" and "currency_code".',
  ],
  // A query
  [
    pagingParams(10),
    { limit: 'x', offset: '1.5' },
    'limit must be a number conforming to the specified constraints, offset must be an integer number',
  ],
  [pagingParams(10), { limit: '-1' }, 'limit must not be less than 0'],
  [{ a: queryBoolean.optional() }, { a: '1' }, 'a must be a boolean value'],
  [{ a: queryList(z.string()) }, { a: 'x' }, 'a must be an array'],
  [
    { a: queryList(Kind) },
    { a: 'x' },
    'each value in a must be one of the following values: refund, replace, a must be an array',
  ],
  [{ a: queryList(Kind) }, { a: ['x'] }, 'each value in a must be one of the following values: refund, replace'],
  [{ a: dateFilter }, { a: '2020' }, 'nested property a must be either object or array'],
  [{ a: dateFilter }, { a: { lt: 'x', foo: 1 } }, 'property foo should not exist, lt must be a Date instance'],
]

test.each(
  cases.map(([shape, input, message]) => ({ shape, input, message, given: JSON.stringify(input) })),
)('the input $given is reported as: $message', ({ shape, input, message }) => {
  const { error } = z.strictObject(shape).safeParse(input)
  expect(error && formatInputErrors(error)).toBe(message)
})

test.each([5, 'x', null, undefined, []])('an input that is not an object (%j) is reported', (input) => {
  const { error } = z.strictObject({ a: z.string() }).safeParse(input)
  expect(error && formatInputErrors(error)).toBe('nested property input must be either object or array')
})
