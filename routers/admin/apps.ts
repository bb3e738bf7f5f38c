import { z } from 'zod'
import { authorizeApp, beginAuthorization } from '#entities/platform/app/authorize-app.ts'
import { maskSecrets } from '#entities/platform/app/mask-secrets.ts'
import { refreshApp } from '#entities/platform/app/refresh-app.ts'
import { uninstallApp } from '#entities/platform/app/uninstall-app.ts'
import { rest } from '../context/meta.ts'
import { lenientObject, requiredText } from '../inputs/common.ts'
import { adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readAllRows } from '../reading/read-row.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AppResource, type AppView } from '../resources/app.ts'

const view = { resource: AppResource, defaultOrder: 'application_name' }
const AppNameInput = z.strictObject({ application_name: z.string() })

const noDryRun = 'It calls the OAuth provider of the application.'

const appAnswer = rowAnswer('apps', {
  ...view,
  by: 'application_name',
  fill: async (_ctx, apps) => apps.map(maskAppSecrets),
})
const appMutation = adminMutation(appAnswer)

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
    .mutation(({ ctx, input }) => beginAuthorization(ctx.em, ctx.providers.oauth, input.application_name)),

  authorize: appMutation(z.strictObject({ application_name: requiredText, state: requiredText, code: requiredText }))
    .meta(rest('POST', '/apps/authorizations', 'Complete the authorization of an application', { noDryRun }))
    .mutation(({ ctx, input }) => authorizeApp(ctx.em, ctx.providers.oauth, input)),

  refresh: appMutation(AppNameInput)
    .meta(
      rest('POST', '/apps/{application_name}/refresh', 'Refresh the tokens of an application', {
        noDryRun,
        lockKey: null,
      }),
    )
    .mutation(({ ctx, input }) => refreshApp(ctx.em, ctx.providers.oauth, input.application_name)),

  uninstall: appMutation(AppNameInput)
    .meta(rest('POST', '/apps/{application_name}/uninstall', 'Uninstall an application', { noDryRun, lockKey: null }))
    .mutation(({ ctx, input }) => uninstallApp(ctx.em, ctx.providers.oauth, input.application_name)),
})

const maskAppSecrets = ({ data, ...app }: AppView): AppView => ({ ...app, data: data && maskSecrets(data) })
