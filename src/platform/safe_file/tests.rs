#![allow(clippy::unwrap_used)]

use super::*;

fn temporaries(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|e| e == "tmp")).collect()
}

#[test]
fn a_sweep_removes_what_a_dead_writer_left_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "half").unwrap();
        path
    };
    let left = file(".collision-test-a1b2c3.tmp");
    let others = ["scene.ron", ".collision-test-a1b2c3", "collision-test-a1b2c3.tmp", ".other-a1b2c3.tmp"];
    let others = others.map(file);
    #[cfg(unix)]
    let link = {
        let link = folder.path().join(".collision-test-link.tmp");
        std::os::unix::fs::symlink(&others[0], &link).unwrap();
        link
    };
    let path = folder.path().join("scene.ron");
    let living = Target::of(&path).unwrap();
    sweep(folder.path());
    assert!(!left.exists());
    assert!(others.iter().all(|other| other.exists()));
    #[cfg(unix)]
    assert!(fs::symlink_metadata(&link).is_ok());
    living.write(b"whole").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"whole");
}

#[test]
fn a_target_that_is_not_written_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    drop(Target::of(&path).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
mod access {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn with_mode(path: &Path, mode: u32) {
        fs::write(path, "old").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn owner_and_mode_stay_and_the_temporary_file_never_shows_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        for wanted in [0o600, 0o640, 0o664, 0o755] {
            with_mode(&path, wanted);
            // A process that may not give files away cannot try that.
            let owner = chown(&path, Some(1234), Some(4321)).is_ok().then_some((1234, 4321));
            let target = Target::of(&path).unwrap();
            assert!(!target.is_in_place());
            let temporary = temporaries(folder.path());
            assert_eq!(temporary.iter().map(|path| mode(path)).collect::<Vec<_>>(), [wanted]);
            target.write(b"new").unwrap();
            assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (b"new".as_slice(), wanted));
            let metadata = fs::metadata(&path).unwrap();
            assert!(owner.is_none_or(|owner| owner == (metadata.uid(), metadata.gid())));
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_private_file_is_private_from_its_first_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private.ron");
        write_private(&path, b"mine").unwrap();
        assert_eq!(mode(&path), 0o600);
        with_mode(&path, 0o666);
        write_private(&path, b"mine").unwrap();
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn a_hard_link_keeps_all_its_names_and_a_symbolic_link_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two, link] = ["one.ron", "two.ron", "link.ron"].map(|name| folder.path().join(name));
        fs::write(&one, "a longer old content").unwrap();
        symlink("one.ron", &link).unwrap();
        let target = Target::of(&link).unwrap();
        assert!(!target.is_in_place());
        target.write(b"through the link").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&one).unwrap(), b"through the link");

        fs::hard_link(&one, &two).unwrap();
        let target = Target::of(&one).unwrap();
        assert!(target.is_in_place());
        target.write(b"short").unwrap();
        assert_eq!(fs::read(&two).unwrap(), b"short");
        assert_eq!(fs::metadata(&one).unwrap().nlink(), 2);
        assert_eq!(temporaries(folder.path()), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_read_only_file_is_refused_and_says_so_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        assert_eq!(obstacle(&path), None);
        with_mode(&path, 0o444);
        assert_eq!(obstacle(&path).as_deref(), Some("the file is read-only"));
        assert!(write(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let nowhere = folder.path().join("none/scene.ron");
        assert_eq!(obstacle(&nowhere).as_deref(), Some("its folder is missing or read-only"));
        assert!(write(&nowhere, b"new").unwrap_err().to_string().contains("none"));
    }

    /// Root may write everywhere, so the test runs once more as nobody.
    #[test]
    fn in_a_folder_that_cannot_be_written_the_file_is_written_in_place() {
        let (_, module) = module_path!().split_once("::").unwrap();
        let name = format!("{module}::in_a_folder_that_cannot_be_written_the_file_is_written_in_place");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        with_mode(&path, 0o644);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        if File::create(folder.path().join("root")).is_ok() {
            let again = std::process::Command::new("setpriv")
                .args(["--reuid=65534", "--regid=65534", "--clear-groups"])
                .arg(std::env::current_exe().unwrap())
                .args(["--exact", &name])
                .env("TMPDIR", "/tmp")
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&again.stdout);
            assert!(again.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        assert_eq!(obstacle(&path), None);
        let target = Target::of(&path).unwrap();
        assert!(target.is_in_place());
        target.write(b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (b"new".as_slice(), 0o644));
        assert!(write(&folder.path().join("other.ron"), b"new").is_err());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        assert!(obstacle(&path).is_some());
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_access_list_is_kept() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};

        const NAME: &str = "system.posix_acl_access";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.ron");
        with_mode(&path, 0o640);
        // Version 2, then tag, permissions and id of: owner rw, user 1234 r, group none, mask r, others none.
        let entries: [(u16, u16, u32); 5] =
            [(1, 6, u32::MAX), (2, 4, 1234), (4, 0, u32::MAX), (16, 4, u32::MAX), (32, 0, u32::MAX)];
        let mut list = 2_u32.to_le_bytes().to_vec();
        for (tag, permissions, id) in entries {
            list.extend(
                tag.to_le_bytes().into_iter().chain(permissions.to_le_bytes()).chain(id.to_le_bytes()),
            );
        }
        if setxattr(&path, NAME, &list, XattrFlags::empty()).is_err() {
            eprintln!("skipped: the file system has no access lists");
            return;
        }
        write(&path, b"new").unwrap();
        let mut found = vec![0; 256];
        let length = getxattr(&path, NAME, &mut found[..]).unwrap();
        assert_eq!(found[..length], list);
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}
