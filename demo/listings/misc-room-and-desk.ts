import type { ItemSample } from './item-sample.ts'

export const roomAndDesk: ItemSample[] = [
  {
    seller: 'mei',
    daysAgo: 0.9,
    photos: ['desk-1.svg', 'desk-2.svg', 'desk-3.svg'],
    body: {
      title: 'Solid wood desk, 120 cm',
      category: 'Furniture',
      condition: 'Used',
      price: 80,
      listing_type: 'Selling',
      description: `Sturdy, fits two monitors. Legs come off with four screws, so it goes into a small car. Lamp not included.

First to pick it up on Sunday gets it.`,
    },
  },
  {
    seller: 'farah',
    daysAgo: 2.6,
    photos: ['monitor-1.svg', 'monitor-2.svg'],
    body: {
      title: '27 inch monitor, 1440p',
      category: 'Electronics',
      condition: 'Like New',
      price: 165,
      listing_type: 'Selling',
      description: 'IPS, no dead pixels, HDMI and DisplayPort cables in the box.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 4.4,
    marked: { as: 'pending', daysAgo: 2 },
    photos: ['mini-fridge-1.svg', 'mini-fridge-2.svg'],
    body: {
      title: 'Mini fridge, perfect for residence',
      category: 'Kitchen',
      condition: 'Used',
      price: 60,
      listing_type: 'Selling',
      description:
        'Quiet enough to sleep next to. Has a tiny freezer that fits exactly one tub of ice cream.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 6.7,
    marked: { as: 'sold', daysAgo: 1.8 },
    photos: ['headphones-1.svg', 'headphones-2.svg'],
    body: {
      title: 'Noise-cancelling headphones',
      category: 'Electronics',
      condition: 'Used',
      price: 95,
      listing_type: 'Selling',
      description: 'Battery still lasts about 25 hours. New ear pads. Case and cable included.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 8.5,
    photos: ['coffee-maker-1.svg', 'coffee-maker-2.svg'],
    body: {
      title: 'Drip coffee maker, 8 cups',
      category: 'Kitchen',
      condition: 'Used',
      price: 20,
      listing_type: 'Selling',
      description:
        'Got me through two exam seasons. Descaled last week. Half a box of filters included.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 9.2,
    photos: ['plants-1.svg', 'plants-2.svg'],
    body: {
      title: 'Free plants to a good home',
      category: 'Other',
      condition: 'Used',
      price: 0,
      is_free: true,
      listing_type: 'Selling',
      description:
        'Moving and cannot take them on the plane. Pots included. They answer to Kevin, Denise and Little Denise.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 9.7,
    photos: [],
    body: {
      title: 'Wanted: desk chair that does not squeak',
      category: 'Furniture',
      condition: null,
      price: 40,
      listing_type: 'Wanting',
      description:
        'Wheels preferred, colour does not matter. I can pick it up with a friend this week.',
    },
  },
  {
    seller: 'kwame',
    daysAgo: 11.4,
    previousPrice: { price: 150, untilDaysAgo: 3.4 },
    photos: ['sofa-1.svg', 'sofa-2.svg'],
    body: {
      title: 'Three-seat sofa, super comfortable',
      category: 'Furniture',
      condition: 'Used',
      price: 120,
      listing_type: 'Selling',
      description:
        'From a smoke-free house. Covers come off and were just washed. You need two people and a van, we can help load.',
    },
  },
  {
    seller: 'liam',
    daysAgo: 14.3,
    photos: ['calculator-1.svg', 'calculator-2.svg'],
    body: {
      title: 'Graphing calculator with new batteries',
      category: 'Electronics',
      condition: 'Used',
      price: 45,
      listing_type: 'Selling',
      description: 'Works like the day I failed my first quiz with it.',
    },
  },
  {
    seller: 'sofia',
    daysAgo: 16.6,
    photos: ['laptop-1.svg'],
    body: {
      title: 'Wanted: used laptop for notes, under $350',
      category: 'Electronics',
      condition: null,
      price: 350,
      listing_type: 'Wanting',
      description:
        'Battery that lasts a lecture or three is the only requirement. Scratches do not matter. Can pay today.',
    },
  },
  {
    seller: 'mei',
    daysAgo: 19.7,
    photos: ['bookshelf-1.svg', 'bookshelf-2.svg'],
    body: {
      title: 'Tall bookshelf, four levels',
      category: 'Furniture',
      condition: 'Used',
      price: 40,
      listing_type: 'Selling',
      description: 'Books not included, plant not included either. Wall anchor is.',
    },
  },
  {
    seller: 'farah',
    daysAgo: 22.8,
    photos: ['microwave-1.svg', 'microwave-2.svg'],
    body: {
      title: 'Microwave, 900 W',
      category: 'Kitchen',
      condition: 'Like New',
      price: 35,
      listing_type: 'Selling',
      description: 'One term old.',
    },
  },
  {
    seller: 'noah',
    daysAgo: 25.9,
    photos: ['console-1.svg', 'console-2.svg'],
    body: {
      title: 'Game console, one controller, three games',
      category: 'Electronics',
      condition: 'Used',
      price: 180,
      listing_type: 'Selling',
      description:
        'Selling before finals for obvious reasons. Factory reset, works perfectly. Second controller available for $25.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 29.3,
    photos: ['mattress-1.svg', 'mattress-2.svg'],
    body: {
      title: 'Twin mattress and frame',
      category: 'Furniture',
      condition: 'Used',
      price: 75,
      listing_type: 'Selling',
      description:
        'Always used with a protector. Frame is solid pine. Pick up near Hazel St, third floor, there is an elevator.',
    },
  },
  {
    seller: 'liam',
    daysAgo: 32.6,
    renewedDaysAgo: 9.9,
    photos: ['keyboard-1.svg', 'keyboard-2.svg'],
    body: {
      title: 'Mechanical keyboard, tactile switches',
      category: 'Electronics',
      condition: 'Like New',
      price: 70,
      listing_type: 'Selling',
      description: 'Hot-swappable, 65 percent, custom cable. My roommate voted for this listing.',
    },
  },
  {
    seller: 'priya',
    daysAgo: 36.1,
    renewedDaysAgo: 6.9,
    photos: ['kitchen-set-1.svg', 'kitchen-set-2.svg'],
    body: {
      title: 'Starter kitchen set: pots, pan, utensils',
      category: 'Kitchen',
      condition: 'Used',
      price: 30,
      listing_type: 'Selling',
      description: 'Everything you need for your first place except talent.',
    },
  },
  {
    seller: 'ada',
    daysAgo: 38.5,
    photos: ['floor-lamp-1.svg'],
    body: {
      title: 'Floor lamp',
      category: 'Furniture',
      condition: 'Used',
      price: 15,
      listing_type: 'Selling',
      description: 'Warm bulb included.',
    },
  },
]
