import { mergeRouters } from '../../procedures/trpc.ts'
import { account } from './account.ts'
import { addresses } from './addresses.ts'
import { balances } from './balances.ts'
import { files } from './files.ts'
import { orders } from './orders.ts'
import { password } from './password.ts'

export const customers = mergeRouters(account, addresses, balances, files, orders, password)
