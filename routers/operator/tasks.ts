import { z } from 'zod'
import { emptyInput, requiredText } from '../inputs/common.ts'
import { operatorProcedure, router } from './procedures.ts'
import { Hosts, ShopId } from './shop-inputs.ts'

const Passphrase = z.string().min(12).max(1000)
const ServerName = requiredText.max(40)
const Target = ShopId.extend({ hosts: Hosts, server: ServerName.optional() })

/** Long work on shops. Each procedure that starts a task returns its id. */
export const tasks = router({
  list: operatorProcedure
    .input(z.strictObject({ shop: requiredText.nullable().default(null) }))
    .query(async ({ ctx, input }) => ({ tasks: await ctx.work.list(input.shop) })),

  servers: operatorProcedure.input(emptyInput).query(async ({ ctx }) => ({ servers: await ctx.deployment.servers() })),

  uploadLimit: operatorProcedure.input(emptyInput).query(({ ctx }) => ({ bytes: ctx.work.maxUpload })),

  copy: operatorProcedure
    .input(Target.extend({ from: requiredText.max(40) }))
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.copy(ctx.email, input) })),

  export: operatorProcedure
    .input(ShopId.extend({ passphrase: Passphrase.optional() }))
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.export(ctx.email, input) })),

  import: operatorProcedure
    .input(Target.extend({ upload: requiredText.max(100), passphrase: Passphrase.optional() }))
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.import(ctx.email, input) })),

  move: operatorProcedure
    .input(ShopId.extend({ server: ServerName }))
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.move(ctx.email, input) })),

  moveBack: operatorProcedure
    .input(ShopId)
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.moveBack(ctx.email, input.id) })),

  finishMove: operatorProcedure
    .input(ShopId)
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.finishMove(ctx.email, input.id) })),

  cancelMove: operatorProcedure
    .input(ShopId)
    .mutation(async ({ ctx, input }) => ({ task: await ctx.work.cancelMove(ctx.email, input.id) })),

  cancel: operatorProcedure.input(z.strictObject({ task: requiredText.max(100) })).mutation(async ({ ctx, input }) => {
    await ctx.work.cancel(input.task)
    return {}
  }),
})
