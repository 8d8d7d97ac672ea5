//! Box2D v3, through its C interface.
#![allow(unsafe_code)]

use boxdd_sys::ffi;

use crate::form::{Form, Place};

pub fn vector(v: glam::Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

pub fn rotation(place: &Place) -> ffi::b2Rot {
    ffi::b2Rot { c: place.rotation.cos(), s: place.rotation.sin() }
}

pub fn transform(place: &Place) -> ffi::b2Transform {
    ffi::b2Transform { p: vector(place.position), q: rotation(place) }
}

pub fn polygon(form: &Form) -> ffi::b2Polygon {
    match form {
        // SAFETY: pure functions of their arguments; the hull is what they ask for.
        Form::Rectangle(half) => unsafe { ffi::b2MakeBox(half.x, half.y) },
        _ => {
            let points: Vec<ffi::b2Vec2> = form.points().iter().map(|p| vector(*p)).collect();
            // SAFETY: as above; the pointer and the count are those of `points`.
            unsafe {
                let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                assert_eq!(hull.count as usize, points.len(), "Box2D drops points of {form:?}");
                ffi::b2MakePolygon(&hull, 0.0)
            }
        }
    }
}

pub fn circle(radius: f32) -> ffi::b2Circle {
    ffi::b2Circle { center: ffi::b2Vec2 { x: 0.0, y: 0.0 }, radius }
}

pub fn segment(start: glam::Vec2, end: glam::Vec2) -> ffi::b2Segment {
    ffi::b2Segment { point1: vector(start), point2: vector(end) }
}
