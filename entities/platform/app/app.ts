import { defineEntity, p } from '@mikro-orm/postgresql'
import { id } from '#entities/base.ts'
import type { OAuthData } from './oauth-provider.ts'

/** An application that the shop is connected with by OAuth, once it is authorised. */
const AppSchema = defineEntity({
  name: 'App',
  tableName: 'oauth',
  properties: {
    id: id('oauth'),
    application_name: p.text(),
    display_name: p.text(),
    install_url: p.text().nullable(),
    uninstall_url: p.text().nullable(),
    /** What the provider gave, tokens too; while an authorisation is under way its `state` besides. */
    data: p.json<OAuthData>().nullable(),
  },
})

export class App extends AppSchema.class {}
AppSchema.setClass(App)
