/** Where this package is. Its code runs compiled (`dist/`) and, as the program, in one bundle (`program/`). */

/** The folder of the package. */
export const packageFolder: URL = new URL('..', import.meta.url)

/** The folder of the code that runs. */
export const codeFolder: URL = new URL('.', import.meta.url)

/** True where the code that runs is the bundle, which has the other packages in it. */
export const isBundled: boolean = codeFolder.pathname.endsWith('/program/')
