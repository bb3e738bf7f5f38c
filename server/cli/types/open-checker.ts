import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as TypeScript from 'typescript/unstable/sync'
import type { API, Checker, Program, Type } from 'typescript/unstable/sync'
import { StartError } from '#server/base/start-error.ts'

/** The compiler of a project. TypeScript has this interface since version 7. */
export type Compiler = typeof TypeScript

export interface OpenChecker extends Disposable {
  compiler: Compiler
  checker: Checker
  /** The type of the value that `shop.ts` exports as `shop`. */
  shop: Type
}

/** @throws StartError if the project has no compiler, no configuration of it, or a wrong type in `shop.ts`. */
export async function openChecker(folder: string): Promise<OpenChecker> {
  const compiler = await loadCompiler(folder)
  const api = new compiler.API({ cwd: folder })
  try {
    const { checker, program } = openProject(api, folder)
    return {
      compiler,
      checker,
      shop: typeOfShop(checker, program, join(folder, 'shop.ts')),
      [Symbol.dispose]: () => api.close(),
    }
  } catch (error) {
    api.close()
    throw error
  }
}

async function loadCompiler(folder: string): Promise<Compiler> {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve('typescript/unstable/sync')
    return await import(pathToFileURL(path).href)
  } catch {
    throw new StartError('This command needs TypeScript 7. Install it: npm install --save-dev typescript@7')
  }
}

function openProject(api: API, folder: string) {
  const openProject = join(folder, 'tsconfig.json')
  if (!existsSync(openProject)) throw new StartError(`${folder} has no tsconfig.json. Create it as in a new project.`)
  const [project] = api.updateSnapshot({ openProject }).getProjects()
  if (!project) throw new StartError(`TypeScript cannot read ${openProject}`)
  return project
}

function typeOfShop(checker: Checker, program: Program, path: string): Type {
  const file = program.getSourceFile(path)
  if (!file) throw new StartError(`${path} is not a file of the project in tsconfig.json`)
  const [problem] = program.getSemanticDiagnostics(path)
  if (problem) throw new StartError(`${path} has a wrong type: ${problem.text}`)
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
  return checker.getTypeOfSymbol(exports.find(({ name }) => name === 'shop')!)!
}
