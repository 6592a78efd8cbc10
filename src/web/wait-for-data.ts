/** After this the page is shown with its skeleton. */
const maxWaitMs = 300

/**
 * Waits for a page's data: on the server until it is there, in the browser for a moment. Most navigations are shorter and
 * show no skeleton. Undefined when the time is up; the page then follows the query itself.
 */
export async function waitForData<Data>(data: Promise<Data>): Promise<Data | undefined> {
  if (import.meta.env.SSR) return data
  // The page shows what fails later.
  data.catch(() => undefined)
  const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs))
  return Promise.race([data, timeUp])
}
