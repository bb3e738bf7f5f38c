import { definePlugin, mailsOf, route } from 'cartwright'
import { z } from 'zod'
import { maybeCreateProvider } from './create-provider.ts'
import { settings } from './settings.ts'

/** Mails have their styles inside. */
const INLINE_STYLES = { 'style-src': ["'unsafe-inline'"] }

/** Sends e-mails to customers and users over SMTP. */
export const email = definePlugin({
  name: 'email',
  cartwright: '^0.1.0',
  settings,
  provides(shop) {
    const provider = maybeCreateProvider(settings.of(shop))
    return { notification: provider ? [provider] : [] }
  },
  on: {
    async 'customer.erased'({ payload: { id } }, { em, ...shop }) {
      const { deleteMails } = await import('./delete-mails.ts')
      await deleteMails(em, id, settings.of(shop))
    },
  },
  routes: {
    previews: route.get('/dev/emails', { csp: INLINE_STYLES }, async ({ ctx }) =>
      (await import('./preview.ts')).listPreviews(mailsOf(ctx.em)),
    ),
    preview: route.get(
      '/dev/emails/:template',
      {
        input: z.object({ locale: z.string().optional(), currency: z.string().default('eur') }),
        csp: INLINE_STYLES,
      },
      async ({ ctx, params, input }) =>
        (await import('./preview.ts')).showPreview(
          { settings: settings.of(ctx), mails: mailsOf(ctx.em) },
          { ...params, ...input },
        ),
    ),
  },
})
