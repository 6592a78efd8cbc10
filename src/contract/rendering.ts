/** What the server asks of the web side's built entry, and what it gets back. */

/** The few things a page may say in its document head; the same on the server and after navigation. */
export interface Head {
  title: string
  description: string
  /** Path of the page without tracking parameters; absent on pages search engines should skip. */
  canonical?: string
  /** Path or URL of a picture for link previews. */
  image?: string
  /** Path of a feed with the same content. */
  feed?: string
  /** Structured data, already shaped as JSON-LD. */
  jsonLd?: object
}

export interface RenderRequest {
  /** Path and query, as asked. */
  url: string
  /** Calls the API in process, with the visitor's own cookie. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  signedIn: boolean
}

export type RenderResult =
  | { redirect: string }
  | {
      status: number
      head: Head
      body: string
      /** The query cache, for hydration without a second fetch. */
      state: unknown
      /** Source files of the page's lazily loaded code, for preloading. */
      modules: string[]
    }

export type Render = (request: RenderRequest) => Promise<RenderResult>
