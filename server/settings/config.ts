import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { parseAddress } from '#database/hosts/database-address.ts'
import { EMAIL } from '#entities/values/email.ts'
import { integerInRange } from '#server/base/integer-in-range.ts'
import { consoleUrl } from '#server/base/server-address.ts'
import { StartError } from '#server/base/start-error.ts'
import { BackupVariables, backupSettings } from '#server/settings/backups.ts'
import { BoundsVariables, requestBounds } from '#server/settings/bounds.ts'
import { CatalogueVariables, catalogueSettings } from '#server/settings/catalogue.ts'
import { defaultIdleTimeout, defaultPoolSize, defaultTimeouts } from '#server/settings/database.ts'
import { GrowthVariables, growthBounds } from '#server/settings/growth.ts'
import { HostingVariables, hostingSettings } from '#server/settings/hosting.ts'
import { OperateVariables, operateSettings } from '#server/settings/operate.ts'
import { AddressList, LOCAL_ORIGINS, OriginList, TrustProxy } from '#server/settings/origins-and-proxies.ts'
import { loadPersistentSecret } from '#server/settings/persistent-secret.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { defaultFormLimits } from './form-limits.ts'
import { TimeZone } from './time-zone.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export const processEnvironment = (): Environment => process.env

/** Whether `DATABASE_URL` is the directory of many shops. */
export const hasManyShops = (env = processEnvironment()): boolean => env.SHOPS === 'many'

const AnyDatabaseUrl = z.string().check((field) => {
  try {
    parseAddress(field.value)
  } catch (error) {
    field.issues.push({ code: 'custom', input: field.value, message: (error as Error).message, continue: false })
  }
})

const DatabaseUrl = AnyDatabaseUrl.refine((address) => {
  const { urls, target } = parseAddress(address)
  return ['read-write', 'primary'].includes(target) || (urls.length === 1 && target === 'any')
}, 'must end with ?target_session_attrs=read-write, because it must find a host that accepts writes')

const numberInRange = (from: number, to: number) => integerInRange(from, to, `must be a number from ${from} to ${to}`)

export const Variables = z.object({
  ...OperateVariables.shape,
  ...BoundsVariables.shape,
  ...GrowthVariables.shape,
  ...CatalogueVariables.shape,
  ...HostingVariables.shape,
  ...BackupVariables.shape,
  BACKUP_SCRATCH_URL: DatabaseUrl.optional(),
  NODE_ENV: z.string().optional(),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_PREPARE: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((list) => list.split(/\s*,\s*(?=postgres(?:ql)?:\/\/)/).map((url) => url.trim()))
    .pipe(z.array(AnyDatabaseUrl))
    .default([]),
  DATABASE_REPLICA_LAG_SECONDS: numberInRange(2, 999).default(5),
  DATABASE_POOL_MAX: numberInRange(2, 999).default(defaultPoolSize),
  DATABASE_WAIT_SECONDS: numberInRange(1, 999).default(defaultTimeouts.wait / 1000),
  STATEMENT_SECONDS: numberInRange(1, 99_999).default(defaultTimeouts.statement / 1000),
  DATA_DIR: z.string().default('.data'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must look like https://host' }).optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_REGION: z.string().optional(),
  FILES_DIR: z.string().optional(),
  UPLOAD_MAX_BYTES: integerInRange(1, 9_999_999_999_999, 'must be a number of bytes').default(
    defaultFormLimits.fileSize,
  ),
  UPLOAD_MAX_FILES: numberInRange(1, 9999).default(defaultFormLimits.files),
  FILES_URL: z.url({ protocol: /^https?$/, error: 'must look like https://host/path' }).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: numberInRange(0, 65_535).default(9000),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'must be auto or a number from 1 to 99')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .default(1),
  SESSION_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  ADMIN_EMAIL: z.email({ pattern: EMAIL, error: 'must be an e-mail address' }).default('admin@example.com'),
  ADMIN_PASSWORD: z.string().optional(),
  ADMIN_URL: z.url({ protocol: /^https?$/, error: 'must look like https://host' }).optional(),
  SEED: z.enum(['demo', 'catalogue', 'none'], 'must be demo, catalogue or none').optional(),
  INVENTORY: z.enum(['true', 'false'], 'must be true or false').default('false'),
  REQUIRE_SHIPPING: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  TIME_ZONE: TimeZone,
  STORE_CORS: OriginList.optional(),
  ADMIN_CORS: OriginList.default([]),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .optional(),
  COOKIE_SAME_SITE: z.enum(['lax', 'none'], 'must be lax or none').default('lax'),
  TRUST_PROXY: TrustProxy.default(false),
  STOREFRONT_SERVERS: AddressList.default([]),
  ORDER_LOOKUPS_PER_MINUTE: numberInRange(1, 999_999).default(defaultRateLimits.orderLookUps),
  WRONG_LOGINS_PER_ADDRESS: numberInRange(1, 999_999).default(defaultRateLimits.loginsOfAddress),
  NEW_PASSWORDS_PER_ADDRESS: numberInRange(1, 999_999).default(defaultRateLimits.newPasswordsOfAddress),
  MAILS_PER_RECIPIENT: numberInRange(1, 999_999).default(defaultRateLimits.mailsToRecipient),
  MAILS_PER_ADDRESS: numberInRange(1, 999_999).default(defaultRateLimits.mailsOfAddress),
  WRONG_CODES_PER_MINUTE: numberInRange(1, 999_999).default(defaultRateLimits.wrongCodes),
  CARTS_PER_ADDRESS: numberInRange(1, 999_999_999).default(defaultRateLimits.cartsOfAddress),
  STORED_BYTES_PER_ADDRESS: numberInRange(10_000, 1_999_999_999).default(defaultRateLimits.storedBytesOfAddress),
  WEBHOOK_TARGETS: z.enum(['public', 'any'], 'must be public or any').optional(),
  JOBS: z.enum(['inline', 'none'], 'must be inline or none').default('inline'),
  JOB_CONCURRENCY: numberInRange(1, 99).default(4),
  JOB_RESCUE_SECONDS: numberInRange(1, 999).default(5),
  AUDIT_LOG_DAYS: numberInRange(1, 99_999).optional(),
  CART_DAYS: numberInRange(1, 99_999).default(30),
})

export type Config = ReturnType<typeof readConfig>

/** @throws StartError with all invalid variables. */
export function readConfig(env = processEnvironment()) {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Variables.safeParse(values)
  if (!parsed.success) {
    throw new StartError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`).join(', '))
  }
  const variables = parsed.data
  const production = variables.NODE_ENV === 'production'
  return {
    production,
    ...operateSettings(variables, production),
    databaseUrl: variables.DATABASE_URL,
    database: {
      directUrl: variables.DATABASE_DIRECT_URL,
      prepares: variables.DATABASE_PREPARE,
      poolMax: variables.DATABASE_POOL_MAX,
      replicas: { urls: variables.DATABASE_REPLICA_URLS, maxLag: variables.DATABASE_REPLICA_LAG_SECONDS * 1000 },
      timeouts: {
        wait: variables.DATABASE_WAIT_SECONDS * 1000,
        statement: variables.STATEMENT_SECONDS * 1000,
        idle: Math.max(defaultIdleTimeout, (variables.ANSWER_TIMEOUT_SECONDS + 60) * 1000),
      },
    },
    dataDirectory: variables.DATA_DIR,
    files: {
      directory: variables.FILES_DIR ?? join(variables.DATA_DIR, 'files'),
      url: variables.FILES_URL,
      s3: s3Settings(variables),
    },
    bounds: requestBounds(variables),
    growth: growthBounds(variables),
    catalogue: catalogueSettings(variables),
    hosting: hostingSettings(variables),
    backups: backupSettings(variables),
    uploads: { fileSize: variables.UPLOAD_MAX_BYTES, files: variables.UPLOAD_MAX_FILES },
    host: variables.HOST,
    port: variables.PORT,
    workers: variables.WORKERS,
    sessionSecret: variables.SESSION_SECRET ?? ownSessionSecret(production, variables.DATA_DIR),
    adminEmail: variables.ADMIN_EMAIL,
    adminPassword: variables.ADMIN_PASSWORD,
    adminUrl: variables.ADMIN_URL ?? consoleUrl({ host: variables.HOST, port: variables.PORT }),
    seed: variables.SEED,
    enablesInventory: variables.INVENTORY === 'true',
    requiresShipping: variables.REQUIRE_SHIPPING,
    storeCors: variables.STORE_CORS ?? (production ? [] : [LOCAL_ORIGINS]),
    adminCors: variables.ADMIN_CORS,
    logLevel: variables.LOG_LEVEL ?? defaultLogLevel(production),
    cookieSameSite: variables.COOKIE_SAME_SITE,
    trustProxy: variables.TRUST_PROXY,
    storefrontServers: variables.STOREFRONT_SERVERS,
    limits: {
      ...defaultRateLimits,
      orderLookUps: variables.ORDER_LOOKUPS_PER_MINUTE,
      loginsOfAddress: variables.WRONG_LOGINS_PER_ADDRESS,
      newPasswordsOfAddress: variables.NEW_PASSWORDS_PER_ADDRESS,
      mailsToRecipient: variables.MAILS_PER_RECIPIENT,
      mailsOfAddress: variables.MAILS_PER_ADDRESS,
      wrongCodes: variables.WRONG_CODES_PER_MINUTE,
      cartsOfAddress: variables.CARTS_PER_ADDRESS,
      storedBytesOfAddress: variables.STORED_BYTES_PER_ADDRESS,
    },
    webhooks: { targets: variables.WEBHOOK_TARGETS ?? defaultTargets(production), timeout: 10_000 },
    runsJobs: variables.JOBS === 'inline',
    auditLogDays: variables.AUDIT_LOG_DAYS,
    cartDays: variables.CART_DAYS,
    jobs: { concurrency: variables.JOB_CONCURRENCY, rescueInterval: variables.JOB_RESCUE_SECONDS * 1000 },
  }
}

function s3Settings(variables: z.output<typeof Variables>) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!bucket) return undefined
  if (!accessKeyId !== !secretAccessKey)
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set both or neither.')
  return {
    bucket,
    region: variables.S3_REGION ?? variables.AWS_REGION ?? 'us-east-1',
    endpoint: variables.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

// In production, webhooks must not reach other services in the network of the server.
function defaultTargets(production: boolean): 'public' | 'any' {
  return production ? 'public' : 'any'
}

/** A developer in a terminal reads the lines of the start, not a line of JSON for each request. */
const defaultLogLevel = (production: boolean) => (!production && process.stdout.isTTY ? 'warn' : 'info')

// All production servers must share one secret, so a server must not generate it.
function ownSessionSecret(production: boolean, dataDirectory: string): string {
  if (production)
    throw new StartError('SESSION_SECRET is required in production. Set it to 32 or more random characters.')
  return loadPersistentSecret(join(dataDirectory, 'session-secret'))
}
