/** Each request of these changes makes another secret: the shop stores no response with a secret for a repeated request. */
export const UNREPEATABLE_CHANGES: readonly string[] = [
  'admin.account.beginApp',
  'admin.apiKeys.create',
  'admin.apiKeys.renewSecret',
  'admin.webhooks.create',
  'admin.webhooks.renewSecret',
]

export const isUnrepeatable = (address: string): boolean =>
  UNREPEATABLE_CHANGES.some((name) => new URL(address, 'http://shop').pathname.endsWith(`/${name}`))
