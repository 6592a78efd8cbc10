/** Waiting items by client network, which take turns: one network can neither hold all places nor be served alone. */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #networks = new Map<string, Set<Item>>()
  readonly #maxLength: number
  #length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get length(): number {
    return this.#length
  }

  /** When it is full, the network with the most items loses its last one, which is returned: perhaps this item itself. */
  add(network: string, item: Item): Item | undefined {
    if (this.#length < this.#maxLength) {
      this.#append(network, item)
      return undefined
    }
    const [longest, items] = this.#longest()
    const own = this.#networks.get(network)?.size ?? 0
    const last = [...items].at(-1)
    if (last === undefined || own + 1 >= items.size) return item
    this.remove(longest, last)
    this.#append(network, item)
    return last
  }

  takeNext(): Item | undefined {
    const [next] = this.#networks
    if (!next) return undefined
    const [network, items] = next
    const [item] = items
    if (item === undefined) return undefined
    this.remove(network, item)
    // To the end of the line.
    if (this.#networks.delete(network)) this.#networks.set(network, items)
    return item
  }

  remove(network: string, item: Item): void {
    const items = this.#networks.get(network)
    if (!items?.delete(item)) return
    this.#length--
    if (items.size === 0) this.#networks.delete(network)
  }

  #append(network: string, item: Item): void {
    const items = this.#networks.get(network) ?? new Set()
    this.#networks.set(network, items.add(item))
    this.#length++
  }

  #longest(): [string, Set<Item>] {
    let longest: [string, Set<Item>] = ['', new Set()]
    for (const entry of this.#networks) {
      if (entry[1].size > longest[1].size) longest = entry
    }
    return longest
  }
}
