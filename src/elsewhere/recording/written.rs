//! A recording as the lines of a file: what is kept of a run that a game sent.

use std::io::{self, Write};

use collision_record::{AddedBody, Body, Frame, Header, PlacedShape, Shape};

use super::{Recording, StoredFrame};

impl Recording {
    /// Writes the header, with the bodies that there are in the first of its frames, and the frames, in the units in which they
    /// came.
    pub fn write_lines(&self, mut out: impl Write) -> io::Result<()> {
        let mut line = |line: serde_json::Result<String>| writeln!(out, "{}", line?);
        line(serde_json::to_string(&self.first_header()))?;
        let before = std::iter::once(None).chain(self.frames.iter().map(Some));
        self.frames
            .iter()
            .zip(before)
            .try_for_each(|(frame, before)| line(serde_json::to_string(&frame.filed(before))))
    }

    fn first_header(&self) -> Header {
        let Some(first) = self.frames.first() else { return self.header.clone() };
        // A place that is empty needs a body, which goes in the first frame.
        let empty = || Body::new("nobody", vec![PlacedShape::new(Shape::Circle { radius: 1.0 })]);
        let bodies = first.bodies().map(|body| {
            let told = body.and_then(|body| self.header.bodies.get(body as usize));
            told.cloned().unwrap_or_else(empty)
        });
        Header { bodies: bodies.collect(), ..self.header.clone() }
    }
}

impl StoredFrame {
    /// As a line has it. `before`: the frame before it in the file; the bodies of the first one are in the header.
    fn filed(&self, before: Option<&Self>) -> Frame {
        let place = |body: u32| self.place_of(body);
        let place_or_before =
            |body: u32| place(body).or_else(|| before.and_then(|before| before.place_of(body)));
        let mut frame = Frame::new(self.frame, self.time, self.filed_poses());
        frame.velocities = self.filed_velocities();
        frame.contacts = self
            .contacts()
            .filter_map(|contact| {
                let mut filed = contact.filed();
                (filed.a, filed.b) = (place(filed.a)?, place(filed.b)?);
                let poses = std::mem::take(&mut filed.poses_at).into_iter();
                filed.poses_at = poses.filter_map(|(body, pose)| Some((place(body)?, pose))).collect();
                Some(filed)
            })
            .collect();
        let (remove, add) = self.coming_and_going();
        match before {
            Some(_) => (frame.remove, frame.add) = (remove.to_vec(), add.to_vec()),
            None => {
                let empty = (0..).zip(self.bodies()).filter(|(_, body)| body.is_none());
                frame.remove = empty.map(|(place, _)| place).collect();
            }
        }
        for event in self.events() {
            if let Some((a, b)) = place_or_before(event.a).zip(place_or_before(event.b)) {
                frame.events.push(collision_record::Event { a, b, ..*event });
            }
        }
        for joint in self.joints() {
            if let Some((a, b)) = place(joint.a).zip(place(joint.b)) {
                frame.joints.push(collision_record::Joint { a, b, ..joint.clone() });
            }
        }
        let of = |body: u32| place_or_before(body).unwrap_or(body);
        frame.queries = self.queries().iter().map(|query| query.map_bodies(of)).collect();
        frame.log = self.log().to_vec();
        frame.follows_gap = self.follows_gap();
        frame
    }

    /// The recorded body of each place; `None`: the place is empty.
    fn bodies(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        let places = self.filed_poses().len() as u32;
        (0..places).map(|place| self.body_at(place))
    }

    /// The places of the bodies that go, and the bodies that come.
    fn coming_and_going(&self) -> (&[u32], &[AddedBody]) {
        self.rare().map_or((&[], &[]), |rare| (&rare.remove, &rare.add))
    }
}
