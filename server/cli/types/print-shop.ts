import type { Checker, Type } from 'typescript/unstable/sync'
import { StartError } from '#server/base/start-error.ts'
import { openChecker } from './open-checker.ts'
import { TypePrinter } from './type-printer.ts'

const HEADER = `/* Written by \`cartwright types\`. Use it as createShopClient<Shop>({ url }). */

interface Procedure<Type, Input, Output> {
  readonly _def: { readonly type: Type; readonly $types: { readonly input: Input; readonly output: Output } }
}

interface Router<Procedures> {
  readonly _def: { readonly record: Procedures }
}
`

/** Returns a declaration of the fields and procedures of all plugins, which imports nothing. */
export async function printShop(folder: string): Promise<string> {
  using open = await openChecker(folder)
  const { checker } = open
  const printer = new TypePrinter(open.compiler, checker)
  const { entriesOf, memberOf, definedMemberOf } = readersOf(checker)

  const printField = (field: Type): string =>
    `{ value?: ${printer.printDefined(memberOf(field, 'value')!)}; writableBy: ${printer.print(memberOf(field, 'writableBy')!)}; visibleTo: ${printer.print(memberOf(field, 'visibleTo')!)} }`

  const printEach = (type: Type | undefined, print: (member: Type) => string | undefined): string | undefined => {
    const members = (type ? entriesOf(type) : []).flatMap(([name, member]) => {
      const text = print(member)
      return text ? [`readonly ${JSON.stringify(name)}: ${text}`] : []
    })
    return members.length ? `{ ${members.join('; ')} }` : undefined
  }

  const printProcedures = (record: Type): string | undefined =>
    printEach(record, (member) => {
      const definition = memberOf(member, '_def')
      const types = definition && memberOf(definition, '$types')
      if (!types) return printProcedures(member)
      const parts = [memberOf(definition, 'type'), memberOf(types, 'input'), memberOf(types, 'output')]
      return `Procedure<${parts.map((part) => printer.print(part!)).join(', ')}>`
    })

  const printRouter = (router: Type | undefined): string | undefined => {
    const record = router && memberOf(memberOf(router, '_def')!, 'record')
    const procedures = record && printProcedures(record)
    return procedures && `Router<${procedures}>`
  }

  const printPlugin = (plugin: Type): string => {
    const name = memberOf(plugin, 'name')
    if (!name?.isStringLiteralType())
      throw new StartError('The type of the shop names no plugins. List them in defineShop({ plugins: [...] }).')
    const parts = {
      name: JSON.stringify(name.value),
      fields: printEach(definedMemberOf(plugin, 'fields'), (table) => printEach(table, printField)),
      admin: printRouter(definedMemberOf(plugin, 'admin')),
      store: printRouter(definedMemberOf(plugin, 'store')),
    }
    const members = Object.entries(parts).flatMap(([part, text]) => (text ? [`      readonly ${part}: ${text}\n`] : []))
    return `    {\n${members.join('')}    },\n`
  }

  const plugins = memberOf(open.shop, 'plugins')
  const printed = plugins?.isTypeReference() ? checker.getTypeArguments(plugins).map(printPlugin) : []
  const shop = `export interface Shop {\n  readonly plugins: readonly [\n${printed.join('')}  ]\n}\n`
  return [HEADER, printer.declarations(), shop].filter(Boolean).join('\n')
}

function readersOf(checker: Checker) {
  const memberOf = (type: Type, name: string): Type | undefined => {
    const symbol = checker.getPropertyOfType(type, name)
    return symbol && checker.getTypeOfSymbol(symbol)
  }
  const definedMemberOf = (type: Type, name: string): Type | undefined => {
    const member = memberOf(type, name)
    return member && checker.getNonNullableType(member)
  }
  const entriesOf = (type: Type) =>
    checker.getPropertiesOfType(type).map(({ name }) => [name, memberOf(type, name)!] as const)
  return { memberOf, definedMemberOf, entriesOf }
}
