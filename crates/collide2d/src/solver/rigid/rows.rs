//! Which contacts are worked on together, and in which order.

use super::row::{Row, WIDTH};
use super::{Mass, Point, tangent};

/// Colours of a group; contacts that find none of them free get a row of their own each.
const COLORS: usize = 64;
/// Groups, in the order in which they are solved. What is solved last holds best: contacts with infinite mass.
const GROUPS: usize = 4;
/// Bodies whose masses differ by more than this strain the contacts of the lighter one. Ratio.
const STRAINING: f32 = 10.0;
/// Contacts of one colour and number of points, two before one; and contacts without colour.
const BINS: usize = GROUPS * BINS_OF_GROUP;
const BINS_OF_GROUP: usize = 2 * COLORS + 1;

/// Contacts in rows, by a greedy colouring of their graph (Fratarcangeli, Tibaldo and Pellacini, "Vivace", 2016), in memory kept between
/// steps.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// Where each group starts among the rows, and the end.
    bounds: [usize; GROUPS + 1],
    /// Colours taken at each body, by contacts with finite and with infinite mass.
    taken: Vec<[u64; 2]>,
    /// Bodies that are the lighter one of a straining pair.
    strained: Vec<bool>,
    contacts: Vec<Placed>,
    /// Of each row, the contacts; [`NONE`] where there is none.
    order: Vec<[u32; WIDTH]>,
}

const NONE: u32 = u32::MAX;

/// A contact on its way to its row.
#[derive(Clone, Copy, Debug)]
struct Placed {
    first: u32,
    count: u16,
    bin: u16,
}

impl Rows {
    /// Starts over. Contact after contact gets the first colour that is free at both its bodies.
    pub fn fill(&mut self, points: &[Point], masses: &[Mass]) {
        self.mark_strained(points, masses);
        let counts = self.color(points, masses);
        self.order(&counts);
        let nobody = masses.len().saturating_sub(1) as u32;
        self.rows.clear();
        self.rows.resize(self.order.len(), Row { a: [nobody; WIDTH], b: [nobody; WIDTH], ..Row::EMPTY });
        for (row, contacts) in self.rows.iter_mut().zip(&self.order) {
            for (l, &contact) in contacts.iter().enumerate().filter(|&(_, &contact)| contact != NONE) {
                let Placed { first, count, .. } = self.contacts[contact as usize];
                let range = first as usize..first as usize + usize::from(count);
                row.put(l, first, &points[range], masses);
            }
        }
    }

    /// Gives each contact its bin; counts them.
    fn color(&mut self, points: &[Point], masses: &[Mass]) -> [u32; BINS] {
        self.taken.clear();
        self.taken.resize(masses.len(), [0; 2]);
        self.contacts.clear();
        let mut counts = [0_u32; BINS];
        let mut first = 0;
        for contact in points.chunk_by(|p, q| (p.a, p.b) == (q.a, q.b)) {
            let (a, b) = (contact[0].a as usize, contact[0].b as usize);
            let (moves_a, moves_b) = (masses[a].inverse > 0.0, masses[b].inverse > 0.0);
            let fixed = usize::from(!(moves_a && moves_b));
            let mut taken = 0;
            if moves_a {
                taken |= self.taken[a][fixed];
            }
            if moves_b {
                taken |= self.taken[b][fixed];
            }
            let color = taken.trailing_ones() as usize;
            if color < COLORS {
                self.taken[a][fixed] |= 1 << color;
                self.taken[b][fixed] |= 1 << color;
            }
            let strained = usize::from(self.strained[a] || self.strained[b]);
            let in_group = (2 * color + usize::from(contact.len() < 2)).min(2 * COLORS);
            let bin = (2 * fixed + strained) * BINS_OF_GROUP + in_group;
            counts[bin] += 1;
            self.contacts.push(Placed { first, count: contact.len() as u16, bin: bin as u16 });
            first += contact.len() as u32;
        }
        counts
    }

    /// Gives each contact its place in a row. Those of one point follow those of two of the same colour, in the same row if there is room.
    fn order(&mut self, counts: &[u32; BINS]) {
        let width = WIDTH as u32;
        // In places: eight to a row.
        let mut next = [0_u32; BINS];
        let mut end = 0_u32;
        for (group, counts) in counts.chunks(BINS_OF_GROUP).enumerate() {
            self.bounds[group] = (end / width) as usize;
            for (bin, &count) in counts.iter().enumerate() {
                if bin % 2 == 0 {
                    end = end.next_multiple_of(width);
                }
                next[group * BINS_OF_GROUP + bin] = end;
                end += if bin == 2 * COLORS { count * width } else { count };
            }
            end = end.next_multiple_of(width);
        }
        self.bounds[GROUPS] = (end / width) as usize;
        self.order.clear();
        self.order.resize((end / width) as usize, [NONE; WIDTH]);
        for (contact, placed) in (0..).zip(&self.contacts) {
            let bin = usize::from(placed.bin);
            let place = next[bin] as usize;
            next[bin] += if bin % BINS_OF_GROUP == 2 * COLORS { width } else { 1 };
            self.order[place / WIDTH][place % WIDTH] = contact;
        }
    }

    fn mark_strained(&mut self, points: &[Point], masses: &[Mass]) {
        self.strained.clear();
        self.strained.resize(masses.len(), false);
        for point in points {
            let (mass_a, mass_b) = (masses[point.a as usize].inverse, masses[point.b as usize].inverse);
            if mass_a > STRAINING * mass_b && mass_b > 0.0 {
                self.strained[point.a as usize] = true;
            } else if mass_b > STRAINING * mass_a && mass_a > 0.0 {
                self.strained[point.b as usize] = true;
            }
        }
    }

    /// The rows of a group: 0 and 1 between finite masses, 2 and 3 with infinite mass, 1 and 3 strained.
    pub fn group(&mut self, group: usize) -> &mut [Row] {
        &mut self.rows[self.bounds[group]..self.bounds[group + 1]]
    }

    /// All rows, in the order in which they are solved.
    pub fn all(&mut self) -> &mut [Row] {
        &mut self.rows
    }

    /// Gives each point its impulses.
    pub fn hand_back(&self, points: &mut [Point]) {
        for row in &self.rows {
            for l in 0..WIDTH {
                for k in 0..usize::from(row.count[l]) {
                    let point = &mut points[row.first[l] as usize + k];
                    (point.normal_impulse, point.tangent_impulse) = row.impulses(k, l);
                }
            }
        }
    }
}

impl Row {
    /// Puts a contact into place `l`.
    fn put(&mut self, l: usize, first: u32, points: &[Point], masses: &[Mass]) {
        let Some(contact) = points.first() else { return };
        let (a, b) = (masses[contact.a as usize], masses[contact.b as usize]);
        let normal = contact.normal;
        let along = tangent(normal);
        (self.a[l], self.b[l]) = (contact.a, contact.b);
        (self.normal_x[l], self.normal_y[l]) = (normal.x, normal.y);
        self.friction[l] = contact.friction;
        (self.inverse_mass_a[l], self.inverse_mass_b[l]) = (a.inverse, b.inverse);
        (self.inverse_inertia_a[l], self.inverse_inertia_b[l]) = (a.inverse_inertia, b.inverse_inertia);
        for (to, point) in self.points.iter_mut().zip(points) {
            to.normal_arm_a[l] = point.arm_a.dot(normal);
            to.tangent_arm_a[l] = point.arm_a.dot(along);
            to.normal_arm_b[l] = point.arm_b.dot(normal);
            to.tangent_arm_b[l] = point.arm_b.dot(along);
            to.normal_mass[l] = point.normal_mass;
            to.tangent_mass[l] = point.tangent_mass;
            to.normal_impulse[l] = point.normal_impulse;
            to.tangent_impulse[l] = point.tangent_impulse;
            (to.start_depth[l], to.depth[l]) = (point.depth, point.depth);
        }
        self.first[l] = first;
        self.count[l] = points.len() as u8;
        self.most = self.most.max(points.len() as u8);
    }
}
