import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'
import type { OAuthData } from './oauth-provider.ts'

/** A third-party application to which the shop connects through OAuth. */
const AppSchema = defineEntity({
  name: 'App',
  tableName: 'oauth',
  properties: {
    id: id('oauth'),
    application_name: p.text(),
    display_name: p.text(),
    install_url: p.text().nullable(),
    uninstall_url: p.text().nullable(),
    /** OAuth tokens from the provider, and the `state` of an unfinished authorization. */
    data: p.json<OAuthData>().nullable(),
  },
})

export class App extends AppSchema.class {}
AppSchema.setClass(App)
