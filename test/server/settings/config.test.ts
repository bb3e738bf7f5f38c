import { existsSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartError } from '#server/base/start-error.ts'
import { readConfig } from '#server/settings/config.ts'
import { LOCAL_ORIGINS } from '#server/settings/origins-and-proxies.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

const SESSION_SECRET = 'a secret of thirty-two characters or more'

test('an empty environment configures a server for this machine only', () => {
  using data = scratchDirectory()
  expect(readConfig({ DATA_DIR: data.path })).toEqual({
    production: false,
    databaseUrl: undefined,
    database: {
      poolMax: 10,
      replicas: { urls: [], maxLag: 5000 },
      timeouts: { wait: 10_000, statement: 60_000, idle: 300_000 },
    },
    dataDirectory: data.path,
    files: { directory: join(data.path, 'files'), url: undefined, s3: undefined },
    bounds: {
      bytes: 102_400,
      adminBytes: 2_097_152,
      depth: 32,
      entries: 1000,
      url: 8192,
      batch: 20,
      waiting: 50,
      searchTimeout: 2000,
      answer: { bytes: 33_554_432, rows: 1000 },
      batchAnswer: { bytes: 4_194_304, rows: 1000 },
      answerTimeout: 30_000,
    },
    hosting: { operatorHost: undefined, maxUpload: 10_000_000_000, connections: 60, openShops: 100, idleTime: 600_000 },
    backups: { maxHours: 36, drill: 'weekly' },
    catalogue: { cacheBytes: 33_554_432, sharedSeconds: 0 },
    growth: { lines: 200, lineMetadata: 4096, metadata: 16_384 },
    uploads: { fileSize: 52_428_800, files: 20 },
    host: '127.0.0.1',
    port: 9000,
    workers: 1,
    sessionSecret: expect.stringMatching(/^.{32,}$/),
    adminUrl: 'http://127.0.0.1:9000/app',
    adminEmail: 'admin@example.com',
    adminPassword: undefined,
    seed: undefined,
    enablesInventory: false,
    storeCors: [LOCAL_ORIGINS],
    adminCors: [],
    logLevel: 'info',
    cookieSameSite: 'lax',
    trustProxy: false,
    storefrontServers: [],
    cartDays: 30,
    limits: {
      orderLookUps: 60,
      logins: 20,
      loginsOfAddress: 300,
      newPasswordsOfAddress: 200,
      mailsToRecipient: 10,
      mailsOfAddress: 100,
      wrongCodes: 60,
      cartsOfAddress: 1000,
      storedBytesOfAddress: 33_554_432,
    },
    webhooks: { targets: 'any', timeout: 10_000 },
    runsJobs: true,
    jobs: { concurrency: 4, rescueInterval: 5000 },
    http: {
      headersTimeout: 15_000,
      requestTimeout: 300_000,
      keepAliveTimeout: 65_000,
      maxHeadersCount: 100,
      stallTimeout: 30_000,
    },
    connectionsPerAddress: 200,
    unread: { stallTimeout: 30_000, ofAddress: 50_000_000, total: 500_000_000 },
    drain: { delay: 0, timeout: 10_000 },
    ready: { timeout: 2000, maxJobLag: 900 },
    sendsServerTiming: true,
  })
})

describe('valid variables', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '' }, { port: 9000 }],
    [{ WORKERS: '4' }, { workers: 4 }],
    [
      { DATABASE_REPLICA_URLS: 'postgres://a/b, postgres://c/d', DATABASE_REPLICA_LAG_SECONDS: '2' },
      { database: { replicas: { urls: ['postgres://a/b', 'postgres://c/d'], maxLag: 2000 } } },
    ],
    [{ WORKERS: 'auto' }, { workers: availableParallelism() }],
    [{ AUDIT_LOG_DAYS: '30' }, { auditLogDays: 30 }],
    [
      { FILES_DIR: '/srv/files', FILES_URL: 'https://a.test/f' },
      { files: { directory: '/srv/files', url: 'https://a.test/f' } },
    ],
    [
      { CART_MAX_LINES: '50', LINE_METADATA_MAX_BYTES: '500', METADATA_MAX_BYTES: '2000' },
      { growth: { lines: 50, lineMetadata: 500, metadata: 2000 } },
    ],
    [{ UPLOAD_MAX_BYTES: '1000', UPLOAD_MAX_FILES: '2' }, { uploads: { fileSize: 1000, files: 2 } }],
    [{ S3_BUCKET: 'b', AWS_REGION: 'eu-west-1' }, { files: { s3: { bucket: 'b', region: 'eu-west-1' } } }],
    [
      { S3_BUCKET: 'b', S3_ENDPOINT: 'http://s3.test', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      { files: { s3: { endpoint: 'http://s3.test', credentials: { accessKeyId: 'k', secretAccessKey: 's' } } } },
    ],
    [
      { ANSWER_MAX_BYTES: '100000', BATCH_ANSWER_MAX_BYTES: '200000' },
      { bounds: { answer: { bytes: 100_000 }, batchAnswer: { bytes: 200_000 } } },
    ],
    [
      { STALLED_ANSWER_SECONDS: '5', CONNECTIONS_PER_ADDRESS: '1000' },
      { http: { stallTimeout: 5000 }, unread: { stallTimeout: 5000 }, connectionsPerAddress: 1000 },
    ],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ DATABASE_URL: 'postgres://me:word@db/shop' }, { databaseUrl: 'postgres://me:word@db/shop' }],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/shop', DATABASE_PREPARE: 'false', DATABASE_POOL_MAX: '25' },
      { database: { directUrl: 'postgres://db/shop', prepares: false, poolMax: 25 } },
    ],
    [
      { ADMIN_EMAIL: 'me@shop.test', ADMIN_PASSWORD: 'word' },
      { adminEmail: 'me@shop.test', adminPassword: 'word' },
    ],
    [{ SEED: 'none' }, { seed: 'none' }],
    [{ INVENTORY: 'true' }, { enablesInventory: true }],
    [{ NODE_ENV: 'production', SESSION_SECRET: 's'.repeat(32) }, { storeCors: [] }],
    [{ STORE_CORS: 'https://a.test, /\\.b\\.test$/' }, { storeCors: ['https://a.test', /\.b\.test$/] }],
    [{ ADMIN_CORS: '/^https:\\/\\/a/i,' }, { adminCors: [/^https:\/\/a/i] }],
    [
      { STORE_CORS: 'http://localhost:8000,capacitor://app' },
      { storeCors: ['http://localhost:8000', 'capacitor://app'] },
    ],
    [{ COOKIE_SAME_SITE: 'none' }, { cookieSameSite: 'none' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/255.0.0.0' }, { trustProxy: '10.0.0.0/255.0.0.0' }],
    [{ TRUST_PROXY: '10.0.0.0/8, loopback' }, { trustProxy: '10.0.0.0/8, loopback' }],
    [{ NODE_ENV: 'production' }, { webhooks: { targets: 'public' } }],
    [{ NODE_ENV: 'production', WEBHOOK_TARGETS: 'any' }, { webhooks: { targets: 'any' } }],
    [{ JOBS: 'none' }, { runsJobs: false }],
    [
      { JOB_CONCURRENCY: '12', JOB_RESCUE_SECONDS: '1' },
      { runsJobs: true, jobs: { concurrency: 12, rescueInterval: 1000 } },
    ],
    [{ NODE_ENV: 'production' }, { production: true, sessionSecret: SESSION_SECRET }],
  ])('the environment %j is parsed', (env, expected) => {
    expect(readConfig({ SESSION_SECRET, ...env })).toMatchObject(expected)
  })
})

describe('invalid variables', () => {
  test.each([
    [
      { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set both or neither.',
    ],
    [{ FILES_URL: '/files' }, 'FILES_URL must look like https://host/path'],
    [{ PORT: 'http' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a number from 0 to 65535'],
    [{ PORT: '-1' }, 'PORT must be a number from 0 to 65535'],
    [{ DATABASE_URL: 'mysql://db/shop' }, 'DATABASE_URL must look like postgresql://user:password@host/database'],
    [{ DATABASE_URL: 'shop' }, 'DATABASE_URL must look like postgresql://user:password@host/database'],
    [{ DATABASE_URL: 'postgres://a:1,:2/b' }, 'DATABASE_URL must look like postgresql://user:password@host/database'],
    [
      { DATABASE_URL: 'postgres://a,b/shop' },
      'DATABASE_URL must end with ?target_session_attrs=read-write, because it must find a host that accepts writes',
    ],
    [
      { DATABASE_URL: 'postgres://a,b/shop?target_session_attrs=prefer-standby' },
      'DATABASE_URL must end with ?target_session_attrs=read-write, because it must find a host that accepts writes',
    ],
    [
      { DATABASE_URL: 'postgres://a,b/shop?target_session_attrs=writable' },
      'DATABASE_URL has a target_session_attrs other than any, read-write, read-only, primary, standby, prefer-standby',
    ],
    [
      { DATABASE_REPLICA_URLS: 'postgres://a/b,c' },
      'DATABASE_REPLICA_URLS must look like postgresql://user:password@host/database',
    ],
    [{ WORKERS: '0' }, 'WORKERS must be auto or a number from 1 to 99'],
    [{ DATABASE_PREPARE: 'yes' }, 'DATABASE_PREPARE must be true or false'],
    [{ DATABASE_POOL_MAX: '1' }, 'DATABASE_POOL_MAX must be a number from 2 to 999'],
    [{ UPLOAD_MAX_BYTES: '0' }, 'UPLOAD_MAX_BYTES must be a number of bytes'],
    [{ STATEMENT_SECONDS: '1e3' }, 'STATEMENT_SECONDS must be a number from 1 to 99999'],
    [{ REQUEST_MAX_DEPTH: '4' }, 'REQUEST_MAX_DEPTH must be a whole number from 5 to 500'],
    [{ CART_MAX_LINES: '0' }, 'CART_MAX_LINES must be a whole number from 1 to 100000'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have 32 characters or more'],
    [{ ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL must be an e-mail address'],
    [{ SEED: 'yes' }, 'SEED must be demo, catalogue or none'],
    [{ STORE_CORS: '/(/' }, 'STORE_CORS contains /(/, which is not a valid regular expression'],
    [{ COOKIE_SAME_SITE: 'strict' }, 'COOKIE_SAME_SITE must be lax or none'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent'],
    [{ WEBHOOK_TARGETS: 'all' }, 'WEBHOOK_TARGETS must be public or any'],
    [{ JOBS: 'some' }, 'JOBS must be inline or none'],
    [{ JOB_CONCURRENCY: '0' }, 'JOB_CONCURRENCY must be a number from 1 to 99'],
    [{ JOB_RESCUE_SECONDS: '1000' }, 'JOB_RESCUE_SECONDS must be a number from 1 to 999'],
    [{ PORT: 'x', SEED: 'y' }, 'PORT must be a number from 0 to 65535, SEED must be demo, catalogue or none'],
  ])('the environment %j is rejected with one line', (env, message) => {
    expect(() => readConfig({ SESSION_SECRET, ...env })).toThrow(new StartError(message))
  })

  const EXAMPLE = 'one such as https://shop.example, or a regular expression between slashes'

  test.each([
    ['shop.test', EXAMPLE],
    ['https://shop.test/', 'https://shop.test'],
    ['https://Shop.test', 'https://shop.test'],
    ['https://shop.test:443', 'https://shop.test'],
    ['https://', EXAMPLE],
    ['*', EXAMPLE],
    ['null', EXAMPLE],
  ])('%s is rejected as an origin', (STORE_CORS, better) => {
    const message = `STORE_CORS contains ${STORE_CORS}, which is not an origin. Write ${better}`
    expect(() => readConfig({ SESSION_SECRET, STORE_CORS })).toThrow(new StartError(message))
  })

  test.each([
    'yes',
    '10.0.0.0/99',
    '0.0.0.0/0',
    '10.0.0.1,proxy.test',
  ])('%s is rejected as a trusted proxy', (TRUST_PROXY) => {
    const message = 'TRUST_PROXY must be true, false, a number of proxies, or their addresses, such as 10.0.0.0/8'
    expect(() => readConfig({ SESSION_SECRET, TRUST_PROXY })).toThrow(new StartError(message))
  })
})

test('a generated session secret is stored and readable only by its owner', () => {
  using data = scratchDirectory()
  const DATA_DIR = join(data.path, 'new')
  const { sessionSecret } = readConfig({ DATA_DIR })
  const file = join(DATA_DIR, 'session-secret')
  expect(readFileSync(file, 'utf8').trim()).toBe(sessionSecret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(file)).mode & 0o777, 'other users cannot list the directory').toBe(0o711)
  expect(readConfig({ DATA_DIR }).sessionSecret).toBe(sessionSecret)
})

test('production requires a session secret', () => {
  using data = scratchDirectory()
  expect(() => readConfig({ NODE_ENV: 'production', DATA_DIR: data.path })).toThrow('SESSION_SECRET is required')
  expect(existsSync(join(data.path, 'session-secret'))).toBe(false)
})
