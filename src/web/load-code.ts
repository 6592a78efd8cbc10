/** Code could not be loaded: there is no connection, or a deployment has replaced it. */
export class CodeLoadError extends Error {}

/** Marks a failed dynamic import, so that the error element can tell it from other errors. */
export async function loadCode<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule()
  } catch (cause) {
    throw new CodeLoadError('The code of the page could not be loaded', { cause })
  }
}
