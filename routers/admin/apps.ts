import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { authorizeApp, beginAuthorization } from '#entities/platform/app/authorize-app.ts'
import { maskSecrets } from '#entities/platform/app/mask-secrets.ts'
import { refreshApp } from '#entities/platform/app/refresh-app.ts'
import { uninstallApp } from '#entities/platform/app/uninstall-app.ts'
import { rest } from '../context/meta.ts'
import { lenientObject, requiredText } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readAllRows, readRow } from '../reading/read-row.ts'
import { AppResource, type AppView } from '../resources/app.ts'

const view = { resource: AppResource, defaultOrder: 'application_name' }
const AppNameInput = z.strictObject({ application_name: z.string() })

const noDryRun = 'It calls the OAuth provider of the application.'

const appResponse = z.object({ apps: AppResource })

export const apps = router({
  list: adminProcedure
    .meta(rest('GET', '/apps', 'List applications'))
    .input(lenientObject({}).prefault({}))
    .output(z.object({ apps: z.array(AppResource) }))
    .query(async ({ ctx }) => ({ apps: (await readAllRows(ctx.em, view)).map(maskAppSecrets) })),

  install: adminProcedure
    .meta(
      rest('POST', '/apps/{application_name}/install', 'Start the authorization of an application', {
        noIdempotency: true,
        noDryRun,
        lockKey: null,
      }),
    )
    .input(AppNameInput)
    .output(z.object({ install_url: z.url(), state: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const begun = await beginAuthorization(ctx.em, ctx.providers.oauth, input.application_name)
      await ctx.em.flush()
      return begun
    }),

  authorize: adminProcedure
    .meta(rest('POST', '/apps/authorizations', 'Complete the authorization of an application', { noDryRun }))
    .input(z.strictObject({ application_name: requiredText, state: requiredText, code: requiredText }))
    .output(appResponse)
    .mutation(async ({ ctx, input }) => {
      await authorizeApp(ctx.em, ctx.providers.oauth, input)
      await ctx.em.flush()
      return readApp(ctx.em, input.application_name)
    }),

  refresh: adminProcedure
    .meta(
      rest('POST', '/apps/{application_name}/refresh', 'Refresh the tokens of an application', {
        noDryRun,
        lockKey: null,
      }),
    )
    .input(AppNameInput)
    .output(appResponse)
    .mutation(async ({ ctx, input }) => {
      await refreshApp(ctx.em, ctx.providers.oauth, input.application_name)
      await ctx.em.flush()
      return readApp(ctx.em, input.application_name)
    }),

  uninstall: adminProcedure
    .meta(rest('POST', '/apps/{application_name}/uninstall', 'Uninstall an application', { noDryRun, lockKey: null }))
    .input(AppNameInput)
    .output(appResponse)
    .mutation(async ({ ctx, input }) => {
      await uninstallApp(ctx.em, ctx.providers.oauth, input.application_name)
      await ctx.em.flush()
      return readApp(ctx.em, input.application_name)
    }),
})

const maskAppSecrets = ({ data, ...app }: AppView): AppView => ({ ...app, data: data && maskSecrets(data) })

async function readApp(em: EntityManager, application_name: string): Promise<z.output<typeof appResponse>> {
  const app = await readRow(em, {}, { ...view, where: [{ application_name }] })
  return { apps: maskAppSecrets(app!) }
}
