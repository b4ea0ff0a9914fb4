// SPDX-License-Identifier: MIT OR Apache-2.0
//! What stands behind a handle: a value shared by counting its owners, in memory reserved fallibly.
//! (`std::sync::Arc` would abort where memory runs out.)

use std::alloc::{Layout, alloc, dealloc};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::ptr::{NonNull, drop_in_place};
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use super::args::{misaligned, null};
use crate::core::error::{Code, Error, Result};

/// A C type that is a handle of a Rust value.
pub trait Handle {
    /// The value.
    type Value: Send + Sync;
    /// What the argument is called.
    const NAME: &'static str;
}

struct Shared<T> {
    owners: AtomicUsize,
    value: T,
}

/// One owner of a shared value.
#[derive(Debug)]
pub struct Owner<T>(NonNull<Shared<T>>);

// SAFETY: an owner gives out `&T` only, and the last one, on whatever thread, drops the `T`.
unsafe impl<T: Send + Sync> Send for Owner<T> {}
// SAFETY: the same.
unsafe impl<T: Send + Sync> Sync for Owner<T> {}

impl<T> Owner<T> {
    const MOST: usize = isize::MAX as usize;

    /// The first owner of a value.
    pub fn new(value: T) -> Result<Self> {
        let layout = Layout::new::<Shared<T>>();
        // SAFETY: the layout is not of size 0, since it holds a count.
        let memory = unsafe { alloc(layout) }.cast::<Shared<T>>();
        let memory = NonNull::new(memory).ok_or_else(Error::memory)?;
        // SAFETY: freshly allocated for this type.
        unsafe { memory.write(Shared { owners: AtomicUsize::new(1), value }) };
        Ok(Owner(memory))
    }

    /// One more owner of the same value.
    pub fn share(&self) -> Result<Self> {
        let more = |owners| (owners < Self::MOST).then(|| owners + 1);
        // Relaxed, since whoever shares is an owner already.
        match self.shared().owners.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(_) => Ok(Owner(self.0)),
            Err(owners) => Err(Error::new(Code::Limit, "{value} owners").value(owners as u64)),
        }
    }

    fn shared(&self) -> &Shared<T> {
        // SAFETY: the memory lives as long as it has an owner, and this is one.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Deref for Owner<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.shared().value
    }
}

impl<T> Drop for Owner<T> {
    fn drop(&mut self) {
        // Release, so that what this owner did comes before the value is dropped by the last one …
        if self.shared().owners.fetch_sub(1, Ordering::Release) != 1 {
            return;
        }
        // … which acquires it.
        fence(Ordering::Acquire);
        // SAFETY: this was the last owner, so nobody else sees the memory, which `new` allocated.
        unsafe {
            drop_in_place(self.0.as_ptr());
            dealloc(self.0.as_ptr().cast(), Layout::new::<Shared<T>>());
        }
    }
}

/// Turns an owner into a handle, which has to be released.
pub fn hand_out<H: Handle>(owner: Owner<H::Value>) -> *mut H {
    let handle = owner.0.as_ptr().cast();
    std::mem::forget(owner);
    handle
}

/// Gives the caller a new value, as a handle that has to be released.
pub fn give<H: Handle>(out: &mut MaybeUninit<*mut H>, made: H::Value) -> Result<()> {
    out.write(hand_out(Owner::new(made)?));
    Ok(())
}

/// The value behind a handle.
///
/// # Safety
/// `handle` is NULL or came from [`hand_out`] and is not released during the call.
#[inline(always)]
pub unsafe fn value<'a, H: Handle>(handle: *const H) -> Result<&'a H::Value> {
    if handle.is_null() {
        return Err(null(H::NAME));
    }
    if !handle.cast::<Shared<H::Value>>().is_aligned() {
        return Err(misaligned(H::NAME));
    }
    // SAFETY: not NULL, so it is a live handle, as the caller promised: it points to a `Shared`.
    Ok(unsafe { &(*handle.cast::<Shared<H::Value>>()).value })
}

/// One more owner of the value behind a handle.
///
/// # Safety
/// As for [`value`].
pub unsafe fn share<H: Handle>(handle: *const H) -> Result<Owner<H::Value>> {
    let memory = NonNull::new(handle.cast_mut().cast::<Shared<H::Value>>()).ok_or_else(|| null(H::NAME))?;
    if !memory.is_aligned() {
        return Err(misaligned(H::NAME));
    }
    // The handle keeps its own count: this owner is only borrowed.
    let borrowed = std::mem::ManuallyDrop::new(Owner(memory));
    borrowed.share()
}

/// Takes a handle back.
///
/// # Safety
/// `handle` is NULL or came from [`hand_out`] and was not released before.
pub unsafe fn release<H: Handle>(handle: *mut H) {
    if let Some(memory) = NonNull::new(handle.cast::<Shared<H::Value>>()) {
        drop(Owner(memory));
    }
}
