import { type inferRouterOutputs, initTRPC } from '@trpc/server'
import { z } from 'zod'
import { formatTrpcError } from '../errors/errors.ts'
import { emptyInput, requiredEmail, requiredPassword, requiredText } from '../inputs/common.ts'
import { SecondFactorCode } from '../inputs/second-factor.ts'
import { transformer } from '../procedures/transformer.ts'
import { type ConsoleCall, guardConsoleCall } from './guard-console-call.ts'

export interface OwnShop {
  id: string
  /** Its first host name. */
  host: string
  /** The address that begins the change to the shop. */
  url: string
  is_current: boolean
}

export interface OwnShops {
  /** Whether the user belongs to a person with other shops. */
  has_others: boolean
  /** Whether the person has proven its identity in this session. Without the proof, `shops` is empty. */
  is_proven: boolean
  shops: OwnShop[]
}

/** The shops of a person, for its session in one of them. `server/hosting/` implements it. */
export interface ShopSwitch {
  list(): Promise<OwnShops>
  /** Proves the identity of the person by its password and second factor of the deployment. @throws InvalidData for a wrong one. */
  prove(proof: { password: string; person_code?: Code }): Promise<void>
  /** Returns the address that begins a session in another shop, for the browser with the state. @throws Unauthorized without a proof. */
  leaveFor(target: { to: string; state: string }): Promise<string>
  /** Begins a session by a token of another shop. Throws as a login does. */
  enter(entry: { token: string; code?: Code }): Promise<void>
  /**
   * Begins a session by the password of the deployment. Needs the second factor of the user in the shop, and then that of the person.
   * Throws as a login does.
   */
  logIn(credentials: { email: string; password: string; code?: Code; person_code?: Code }): Promise<void>
}

type Code = string | null | undefined

interface SwitchContext extends ConsoleCall {
  shops: ShopSwitch
}

const t = initTRPC.context<SwitchContext>().create({ transformer, errorFormatter: formatTrpcError })

const procedure = t.procedure.use(guardConsoleCall)

/** The chooser of shops in the console of a shop. Only shops of a deployment with many shops serve it. */
export const shopSwitchRouter = t.router({
  list: procedure.input(emptyInput).query(({ ctx }) => ctx.shops.list()),

  prove: procedure
    .input(z.strictObject({ password: requiredPassword, person_code: SecondFactorCode.nullish() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.shops.prove(input)
      return {}
    }),

  leaveFor: procedure
    .input(z.strictObject({ to: requiredText.max(40), state: z.string().regex(/^[\w-]{43}$/) }))
    .mutation(async ({ ctx, input }) => ({ url: await ctx.shops.leaveFor(input) })),

  enter: procedure
    .input(z.strictObject({ token: z.string().max(100), code: SecondFactorCode.nullish() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.shops.enter(input)
      return {}
    }),

  logIn: procedure
    .input(
      z.strictObject({
        email: requiredEmail,
        password: requiredPassword,
        code: SecondFactorCode.nullish(),
        person_code: SecondFactorCode.nullish(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await ctx.shops.logIn(input)
      return {}
    }),
})

export type ShopSwitchRouter = typeof shopSwitchRouter
export type ShopSwitchOutputs = inferRouterOutputs<ShopSwitchRouter>
