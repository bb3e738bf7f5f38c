import { expect, test } from 'vitest'
import { z } from 'zod'
import { assertOfShop, environmentOf, variablesOfShop } from '#server/hosting/shop-environment.ts'
import { definePlugin, defineSettings } from '#server/index.ts'

const pay = definePlugin({
  name: 'pay',
  settings: defineSettings({ PAY_KEY: z.string().optional(), PORT: z.string(), NODE_ENV: z.string().optional() }),
})
const deployment = {
  env: {
    ...{ NODE_ENV: 'production', PORT: '80', SHOPS: 'many', LOG_LEVEL: 'warn', SEED: 'demo' },
    ...{ PAY_KEY: 'of the deployment', SESSION_SECRET: 'of the deployment', STORE_CORS: 'https://deployment.example' },
  },
  dataDirectory: '/data',
  plugins: [pay],
}
const east = {
  id: 'east',
  hosts: ['east.example.com', 'www.east.example.com'],
  databaseUrl: 'postgresql://db/east',
  settings: { PAY_KEY: 'of the shop' },
}

test('the environment of a shop contains separate settings and the shared variables', () => {
  expect(environmentOf(east, deployment)).toEqual({
    ...{ NODE_ENV: 'production', PORT: '80', LOG_LEVEL: 'warn', SEED: 'none', PAY_KEY: 'of the shop' },
    ...{ DATABASE_URL: 'postgresql://db/east', DATA_DIR: '/data/shops/east', FILES_DIR: '/data/shops/east/files' },
    ADMIN_URL: 'https://east.example.com/app',
  })
})

test('a shop inherits no secret of the deployment', () => {
  const { PAY_KEY, SESSION_SECRET, STORE_CORS } = environmentOf({ ...east, settings: {} }, deployment)
  expect([PAY_KEY, SESSION_SECRET, STORE_CORS]).toEqual([undefined, undefined, undefined])
})

test.each([
  'DATABASE_URL',
  'NODE_ENV',
  'PORT',
  'DATA_DIR',
  'SHOPS',
  'UNKNOWN',
])('%s cannot be set for a shop', (name) => {
  expect(() => assertOfShop({ [name]: 'x' }, [pay])).toThrow(`${name} cannot be set for one shop`)
})

test('variables of plugins can be set for a shop', () => {
  expect(variablesOfShop([pay])).toContain('PAY_KEY')
  expect(() => assertOfShop({ PAY_KEY: 'x', TIME_ZONE: 'UTC' }, [pay])).not.toThrow()
})
