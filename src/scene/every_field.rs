//! A walk over every field of a scene.

use super::Scene;
use super::field::{OwnedField, visit};
use super::fields::{MIX_FIELDS, RIGID_FIELDS, SETTING_FIELDS, STEP_FIELDS};
use super::generator::GENERATOR_FIELDS;
use super::joint::JOINT_FIELDS;

impl Scene {
    /// Calls `each` with every field of the scene, its bodies, generators and joints.
    pub fn for_each_field(&mut self, each: &mut dyn FnMut(&mut dyn OwnedField)) {
        visit(&SETTING_FIELDS, self, each);
        visit(&STEP_FIELDS, self, each);
        visit(&RIGID_FIELDS, &mut self.rigid, each);
        visit(&MIX_FIELDS, &mut self.mix, each);
        self.bodies.iter_mut().for_each(|body| body.for_each_field(each));
        self.generators.iter_mut().for_each(|generator| visit(&GENERATOR_FIELDS, generator, each));
        self.joints.iter_mut().for_each(|joint| visit(&JOINT_FIELDS, joint, each));
    }
}
