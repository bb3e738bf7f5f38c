import type { Checker, Symbol as Named, Type } from 'typescript/unstable/sync'
import type { Compiler } from './open-checker.ts'

/** Declared by TypeScript or by Node, so each project knows the name. */
const GLOBAL_FILE = /(?:^|\/)lib\.[\w.]+\.d\.ts$|\/@types\/node\//

/** The names that the declaration of a shop exports or uses. */
const RESERVED = ['Shop', 'Procedure', 'Router']

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

/** Prints types without names of other files. Named objects become interfaces, and so do objects that contain themselves. */
export class TypePrinter {
  readonly #compiler: Compiler
  readonly #checker: Checker
  readonly #names = new Map<number, string>()
  readonly #interfaces = new Map<string, readonly string[]>()
  readonly #unfinished = new Set<number>()

  constructor(compiler: Compiler, checker: Checker) {
    this.#compiler = compiler
    this.#checker = checker
  }

  /** The interfaces that the printed types name. */
  declarations(): string {
    const lines = (members: readonly string[]) => members.map((member) => `  ${member}\n`).join('')
    return Array.from(this.#interfaces, ([name, members]) => `interface ${name} {\n${lines(members)}}\n`).join('\n')
  }

  print(type: Type): string {
    const { TypeFlags } = this.#compiler
    if (type.isUnionType()) return this.#printUnion(type.getTypes() ?? [])
    if (type.isStringLiteralType() || type.isNumberLiteralType()) return JSON.stringify(type.value)
    if (type.isIntersectionType()) {
      const simple = (type.getTypes() ?? []).find(({ flags }) => !(flags & TypeFlags.Object))
      return simple ? this.print(simple) : this.#printObject(type)
    }
    if (type.isObjectType()) return this.#printObject(type)
    const isPrintable = type.flags & (TypeFlags.Intrinsic | TypeFlags.Literal | TypeFlags.TemplateLiteral)
    return isPrintable ? this.#checker.typeToString(type) : 'unknown'
  }

  /** Prints the type without undefined. */
  printDefined(type: Type): string {
    const { TypeFlags } = this.#compiler
    const types = type.isUnionType() ? (type.getTypes() ?? []) : [type]
    return this.#printUnion(types.filter(({ flags }) => !(flags & TypeFlags.Undefined)))
  }

  #printUnion(types: readonly Type[]): string {
    const texts = new Set(types.map((one) => this.print(one)))
    if (texts.delete('true') && texts.delete('false')) texts.add('boolean')
    return [...texts].join(' | ')
  }

  #printObject(type: Type): string {
    const checker = this.#checker
    const symbol = type.getSymbol()
    if (checker.getSignaturesOfType(type, this.#compiler.SignatureKind.Call).length) return 'unknown'
    if (type.isTypeReference() && type.getTarget().isTupleType()) return `[${this.#printArguments(type)}]`
    if (symbol && isDeclaredName(symbol.name) && isGlobal(symbol)) {
      const parts = this.#printArguments(type)
      return parts ? `${symbol.name}<${parts}>` : symbol.name
    }
    const declared = this.#names.get(type.id)
    if (declared) return declared
    const named = [type.getAliasSymbol(), symbol].find((one) => one && isDeclaredName(one.name) && !isGlobal(one))
    if (named || this.#unfinished.has(type.id)) return this.#declare(type, named?.name ?? 'Shape')
    this.#unfinished.add(type.id)
    const members = this.#printMembers(type)
    this.#unfinished.delete(type.id)
    return this.#names.get(type.id) ?? `{ ${members.join('; ')} }`
  }

  #declare(type: Type, wanted: string): string {
    const taken = new Set([...this.#names.values(), ...RESERVED])
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`
    this.#names.set(type.id, name)
    this.#interfaces.set(name, [])
    this.#interfaces.set(name, this.#printMembers(type))
    return name
  }

  #printArguments(type: Type): string {
    const parts = type.isTypeReference() ? this.#checker.getTypeArguments(type) : []
    return parts.map((one) => this.print(one)).join(', ')
  }

  #printMembers(type: Type): string[] {
    const checker = this.#checker
    const indexes = checker.getIndexInfosOfType(type).map(({ keyType, valueType }) => {
      return `[name: ${this.print(keyType)}]: ${this.print(valueType)}`
    })
    const properties = checker.getPropertiesOfType(type).filter(({ name }) => !name.startsWith('__@'))
    const members = properties.map((property) => {
      const mark = property.flags & this.#compiler.SymbolFlags.Optional ? '?' : ''
      const name = isIdentifier(property.name) ? property.name : JSON.stringify(property.name)
      return `${name}${mark}: ${this.print(checker.getTypeOfSymbol(property)!)}`
    })
    return [...indexes, ...members]
  }
}

const isGlobal = (symbol: Named): boolean => symbol.declarations.some(({ path }) => GLOBAL_FILE.test(path))

/** Types without a name have names such as `__type`. */
const isDeclaredName = (name: string): boolean => isIdentifier(name) && !name.startsWith('__')
