import type { Config, Environment } from '#server/settings/config.ts'
import { hasStorefront } from '#server/shop/has-storefront.ts'
import type { ComposedShop } from './define-shop.ts'

/** Returns the settings that are unsafe in production, each as one line with its solution. */
export const settingsProblems = ({ config, parts }: ComposedShop, env: Environment): string[] => [
  ...(config.production ? [] : ['NODE_ENV is not production. Set NODE_ENV=production.']),
  ...secretProblems(env.SESSION_SECRET),
  ...(config.databaseUrl ? [] : ['DATABASE_URL is not set. Set it to a PostgreSQL server that has backups.']),
  ...(config.seed && config.seed !== 'none' ? [`SEED=${config.seed} adds demo products. Unset SEED.`] : []),
  ...proxyProblems(config.trustProxy),
  ...(env.STORE_CORS || hasStorefront(parts)
    ? []
    : ['STORE_CORS is not set, so storefronts in browsers cannot call the shop. Set it to their origins.']),
  ...originProblems('STORE_CORS', config.storeCors),
  ...originProblems('ADMIN_CORS', config.adminCors),
  ...(parts.notifications.size > 0
    ? []
    : [
        'The shop sends no e-mails. Add a plugin with a notification provider, and set its variables, such as SMTP_URL.',
      ]),
  ...([...parts.providers.payment.keys()].some((id) => id !== 'manual')
    ? []
    : [
        'The shop takes no payments. Add a plugin with a payment provider, and set its variables, such as STRIPE_API_KEY.',
      ]),
  ...(env.STRIPE_API_KEY?.startsWith('sk_test_')
    ? ['STRIPE_API_KEY is a test key, which moves no money. Set the live key.']
    : []),
]

/** 32 random characters contain fewer different characters only with a negligible probability. */
const MIN_DIFFERENT_CHARACTERS = 8

function secretProblems(secret: string | undefined): string[] {
  if (!secret) return ['SESSION_SECRET is not set. Set it to the output of: openssl rand -hex 32']
  return new Set(secret).size < MIN_DIFFERENT_CHARACTERS
    ? ['SESSION_SECRET is not random. Set it to the output of: openssl rand -hex 32']
    : []
}

function proxyProblems(trustProxy: Config['trustProxy']): string[] {
  if (trustProxy === false || trustProxy === 0)
    return [
      'TRUST_PROXY is not set, so cookies are not Secure. Let a proxy terminate TLS, and set TRUST_PROXY to the number of proxies.',
    ]
  return trustProxy === true
    ? ['TRUST_PROXY=true lets every client choose its address. Set TRUST_PROXY to the number of proxies.']
    : []
}

const FOREIGN_ORIGIN = 'https://an-origin-of-no-shop.example'

function originProblems(variable: string, origins: Config['storeCors']): string[] {
  return origins.flatMap((origin) => {
    if (typeof origin !== 'string')
      return origin.test(FOREIGN_ORIGIN)
        ? [`${variable} accepts every origin by ${origin}. Name the origins of your applications.`]
        : []
    return origin.startsWith('https://')
      ? []
      : [`${variable} contains ${origin}, which has no TLS. Use an origin with https://.`]
  })
}
