use super::WorstFirst;

#[test]
fn agrees_with_a_search_through_all_keys() {
    let mut random = fastrand::Rng::with_seed(1);
    for count in (0..70).chain([128, 700]) {
        let mut keys: Vec<f32> = (0..count).map(|_| random.u32(..10) as f32).collect();
        let mut tree = WorstFirst::default();
        tree.fill(keys.iter().copied());
        for _ in 0..50 {
            let slowest = (0..count)
                .filter(|&i| keys[i] < f32::INFINITY)
                .min_by(|&i, &j| keys[i].total_cmp(&keys[j]).then(i.cmp(&j)));
            assert_eq!(tree.argmin(), slowest, "{keys:?}");
            if count > 0 {
                let (i, key) = (random.usize(..count), random.u32(..12));
                keys[i] = if key > 9 { f32::INFINITY } else { key as f32 };
                tree.set(i, keys[i]);
            }
        }
    }
}
