import { App } from '#entities/platform/app/app.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, type RowOf } from '../reading/define-resource.ts'

/** OAuth application that the shop is connected to. The server masks the texts in `data`. */
export const AppResource = defineResource({ name: 'OAuthApp', entity: App, columns: columnsOf(App) })
export interface AppView extends RowOf<typeof AppResource> {}
